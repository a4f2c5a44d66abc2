import { describe, expect, it } from 'vitest';
import { typedNumbers } from './typed-numbers';

describe('typedNumbers', () => {
  it('keeps the spaces inside numbers', () => {
    expect(typedNumbers('+1 201-555-0100\n+44 20 8366 1177')).toEqual([
      '+1 201-555-0100',
      '+44 20 8366 1177',
    ]);
  });

  it.each([',', ';', '\t', '\r\n', '，', '、'])('splits at %j', (separator) => {
    expect(typedNumbers(`123${separator}456`)).toEqual(['123', '456']);
  });

  it('drops empty and repeated numbers', () => {
    expect(typedNumbers(' \n+12015550100, (201) 555-0101\n\n+1 201 555 0100,')).toEqual([
      '+12015550100',
      '(201) 555-0101',
    ]);
  });

  it('keeps what is not a number, so that it can be reported', () => {
    expect(typedNumbers('nobody\n+')).toEqual(['nobody', '+']);
  });
});
