// Looks up a number and prints the result. Needs Node 18 or newer and no packages.
//
//   NUMSIFT_API_KEY=ns_… node lookup.mjs +12015550100 [whatsapp …]

const url = process.env.NUMSIFT_URL ?? 'http://127.0.0.1:8080';
const key = process.env.NUMSIFT_API_KEY;

async function lookup(number, projects = []) {
  const response = await fetch(`${url}/v1/lookup`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ number, checks: projects }),
  });
  const body = await response.json();
  if (!response.ok) throw new Error(`error (${body.code}): ${body.detail}, see ${body.type}`);
  return body;
}

const [number, ...projects] = process.argv.slice(2);
const result = await lookup(number, projects);
if (result.valid) {
  console.log(
    `${result.international}: ${result.type} in ${result.country}, carrier ${result.carrier ?? 'unknown'}`,
  );
} else {
  console.log(`${result.number} is not a valid number: ${result.reason}`);
}
for (const [project, check] of Object.entries(result.checks)) {
  if (check === null) console.log(`${project}: not asked`);
  else console.log(check.error ? `${project}: no answer (${check.error.code})` : `${project}: ${check.status}`);
}
