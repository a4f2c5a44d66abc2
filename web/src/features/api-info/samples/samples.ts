/** Code examples. They are the files of the documentation, which are tested. */
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

/** The server address in the example files. */
const EXAMPLE_BASE_URL = 'http://127.0.0.1:8080';

/**
 * The server address for the examples. A server without a configured address returns the one it was called
 * with. Behind a proxy it does not see that the client uses HTTPS, but the browser does.
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
