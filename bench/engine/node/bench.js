// Peer: npm `libphonenumber-js` with its full metadata. LINES ROUNDS LIMIT ANSWERS
import { readFileSync, writeFileSync } from 'node:fs';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const [file, rounds, limit, answers] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(new URL('./node_modules/libphonenumber-js/package.json', import.meta.url)));
const lines = readFileSync(file, 'utf8').split('\n').slice(0, Number(limit));
if (lines.at(-1) === '') lines.pop();

const snake = (type) => (type ? type.toLowerCase() : 'unknown');

function ask(line) {
  const number = parsePhoneNumberFromString(line);
  return number ? [number.isValid(), snake(number.getType()), number.country ?? '', number.number] : [false, '', '', ''];
}

const seconds = [];
for (let round = 0; round <= Number(rounds); round += 1) {
  const start = process.cpuUsage();
  let sum = 0;
  for (const line of lines) sum += ask(line)[3].length;
  const { user, system } = process.cpuUsage(start);
  const elapsed = (user + system) / 1e6;
  if (round > 0 && sum >= 0) seconds.push(elapsed);
}
console.log(JSON.stringify({ name: 'libphonenumber-js (max)', version, lines: lines.length, seconds }));
writeFileSync(answers, lines.map((line) => { const [valid, ...rest] = ask(line); return `${Number(valid)}\t${rest.join('\t')}\n`; }).join(''));
