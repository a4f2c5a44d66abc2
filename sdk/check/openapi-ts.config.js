/** Node needs the extensions of imported files. */
export default {
  input: 'public.json',
  output: { path: 'hey-api', module: { extension: '.js' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
};
