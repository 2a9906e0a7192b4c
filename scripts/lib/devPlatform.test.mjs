import { expect, test } from 'vitest'
import { devPlatformUrl } from './devPlatform.mjs'

test.each([
  [[], {}, 'http://127.0.0.1:8080'],
  [['--port', '8081', '--mqtt-port', '1884'], { GREENWAVE_PORT: '9' }, 'http://127.0.0.1:8081'],
  [['--port=8081'], {}, 'http://127.0.0.1:8081'],
  [[], { GREENWAVE_PORT: '8082', GREENWAVE_HOST: '::1' }, 'http://[::1]:8082'],
  [['--port', '8081'], { GREENWAVE_PLATFORM_URL: 'https://tb.test' }, 'https://tb.test'],
])("the dev server's calls with %j and %j go to %s", (args, env, url) => {
  expect(devPlatformUrl(args, env)).toBe(url)
})
