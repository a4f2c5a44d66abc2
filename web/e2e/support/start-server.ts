/** Starts the server that the journeys share and stops it afterwards. */
import { DEMO, loginToken } from './api';
import { startNumsift } from './server';

export default async function startServer(): Promise<() => Promise<void>> {
  const { url, database, stop } = await startNumsift();
  process.env.NUMSIFT_URL = url;
  process.env.NUMSIFT_DATABASE_OPTIONS = JSON.stringify(database);
  process.env.NUMSIFT_ADMIN_SID = await loginToken('admin', DEMO.password);
  return stop;
}
