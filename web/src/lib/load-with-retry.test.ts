import { describe, expect, it, vi } from 'vitest';
import { ChunkLoadError, loadWithRetry } from './load-with-retry';

describe('chunk-load retry', () => {
  const noPause = async (): Promise<void> => undefined;

  it('tries again and succeeds', async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error('dropped')).mockResolvedValueOnce('page');
    await expect(loadWithRetry(load, noPause)).resolves.toBe('page');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('gives up after two retries with the reason', async () => {
    const load = vi.fn().mockRejectedValue(new Error('gone'));
    const failed = loadWithRetry(load, noPause);
    await expect(failed).rejects.toBeInstanceOf(ChunkLoadError);
    await expect(failed).rejects.toThrow('gone');
    expect(load).toHaveBeenCalledTimes(3);
  });
});
