/**
 * The programs that the page shows. They are the files of the documentation, which tests run, so what is copied from
 * here works.
 */
import lookupGo from '@examples/lookup.go?raw';
import lookupMjs from '@examples/lookup.mjs?raw';
import lookupPy from '@examples/lookup.py?raw';
import lookupSh from '@examples/lookup.sh?raw';
import screenSh from '@examples/screen.sh?raw';
import tasksMjs from '@examples/tasks.mjs?raw';
import tasksPy from '@examples/tasks.py?raw';

export const LANGUAGES = ['curl', 'Python', 'JavaScript', 'Go'] as const;
export type SampleLanguage = (typeof LANGUAGES)[number];

export interface Sample {
  purpose: 'lookup' | 'screen';
  file: string;
  source: string;
}

const SAMPLES: Readonly<Record<SampleLanguage, readonly Sample[]>> = {
  curl: [
    { purpose: 'lookup', file: 'lookup.sh', source: lookupSh },
    { purpose: 'screen', file: 'screen.sh', source: screenSh },
  ],
  Python: [
    { purpose: 'lookup', file: 'lookup.py', source: lookupPy },
    { purpose: 'screen', file: 'tasks.py', source: tasksPy },
  ],
  JavaScript: [
    { purpose: 'lookup', file: 'lookup.mjs', source: lookupMjs },
    { purpose: 'screen', file: 'tasks.mjs', source: tasksMjs },
  ],
  Go: [{ purpose: 'lookup', file: 'lookup.go', source: lookupGo }],
};

/** Where the files look for the server unless they are told. */
const EXAMPLE_BASE_URL = 'http://127.0.0.1:8080';

/**
 * Where the reader's programs find the server. One that was not told its address names what it was asked by, and
 * behind a proxy it does not see that the reader's side is encrypted; the reader's browser does.
 */
export function addressFor(baseUrl: string, here: Pick<Location, 'host' | 'origin'>): string {
  return baseUrl === `http://${here.host}` ? here.origin : baseUrl;
}

export function samplesIn(language: SampleLanguage, baseUrl: string): readonly Sample[] {
  return SAMPLES[language].map((sample) => ({
    ...sample,
    source: sample.source.replaceAll(EXAMPLE_BASE_URL, baseUrl),
  }));
}
