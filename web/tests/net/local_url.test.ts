import { expect, test } from 'vitest';
import { isLocalUrl } from '../../src/net/local_url';

test('only links to localhost are useless elsewhere', () => {
  for (const host of ['localhost', '127.0.0.1:8000', '127.1.2.3', '[::1]:8000']) {
    expect(isLocalUrl(`http://${host}/i/abc`), host).toBe(true);
  }
  for (const host of ['192.168.1.7:8000', 'play.example.org', 'localhost.example.org', '[fd00::1]']) {
    expect(isLocalUrl(`http://${host}/i/abc`), host).toBe(false);
  }
});
