// Looks one number up and prints what is known about it. Needs Node 18 or newer and no packages.
//
//   NUMSIFT_API_KEY=ns_… node lookup.mjs +12015550100 [whatsapp …]

const url = process.env.NUMSIFT_URL ?? 'http://127.0.0.1:8080';
const key = process.env.NUMSIFT_API_KEY;

async function lookup(number, projects = []) {
  const answer = await fetch(`${url}/v1/lookup`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ number, projects }),
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(`refused (${body.code}): ${body.detail}, see ${body.type}`);
  return body;
}

const [number, ...projects] = process.argv.slice(2);
const found = await lookup(number, projects);
if (found.valid) {
  console.log(
    `${found.international}: ${found.type} in ${found.country}, carrier ${found.carrier ?? 'unknown'}`,
  );
} else {
  console.log(`${found.number} is no valid number: ${found.reason}`);
}
for (const [project, check] of Object.entries(found.checks)) {
  if (check === null) console.log(`${project}: not asked`);
  else console.log(check.error ? `${project}: no answer (${check.error.code})` : `${project}: ${check.status}`);
}
