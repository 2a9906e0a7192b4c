import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Call, type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import { describe, expect, it } from 'vitest'
import { CONSOLE_CALLS, isConsoleCall } from './consoleCalls.ts'

const ID = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'

/** Where the console calls the platform by name. */
const CONSOLE_DATA = join(import.meta.dirname, '../../../apps/console/src/data')

/** Returns the calls that the sources of the console make, each with the query parameters that it could carry. */
function callsOfSources(): { method: string; path: string; query: readonly string[] }[] {
  const sources = globSync('**/*.ts', { cwd: CONSOLE_DATA }).filter((path) => !path.includes('.test.'))
  const made = sources.flatMap((path) => [
    ...readFileSync(join(CONSOLE_DATA, path), 'utf8').matchAll(
      /\bcall[A-Z]\w*\(\s*'(\w+)'([\s\S]*?)\)(?=\s*[.,;)\n])/g,
    ),
  ])
  return made.map(([, name, said = '']) => {
    const { method, path, query }: Call = calls[name as CallName]
    // Telemetry has no scope, and its address another word in its place.
    const scope = path.includes('/timeseries/') ? 'ANY' : 'SERVER_SCOPE'
    const values: Readonly<Record<string, string>> = { entityType: 'DEVICE', scope, passkeyId: 'aB_-9' }
    return {
      method,
      path: path.replace(/:(\w+)/g, (_, param: string) => values[param] ?? ID),
      query: query && 'shape' in query && /\bquery\b/.test(said) ? Object.keys(Object(query.shape)) : [],
    }
  })
}

describe('the calls that a console may make', () => {
  it('have all that its sources make by name, with queries: add what is missing to CONSOLE_CALLS', () => {
    const made = callsOfSources()
    expect(made).toContainEqual(
      expect.objectContaining({ path: '/api/customers', query: expect.arrayContaining(['page']) }),
    )
    const missing = made.filter(
      ({ method, path, query }) =>
        !isConsoleCall(method, path) ||
        (query.length > 0 && !query.some((name) => isConsoleCall(method, `${path}?${name}=`))),
    )
    expect(missing).toEqual([])
  })

  it.each(CONSOLE_CALLS.filter(({ call }) => call !== 'GET /api/ws'))(
    '$call is one that the platform answers',
    ({ call, query = [] }) => {
      const [method, path = ''] = call.split(' ')
      const answering = Object.values(calls).filter((known) => {
        const pattern = new RegExp(`^${known.path.replace(/:\w+/g, '[^/]+')}$`)
        return known.method === method && pattern.test(path.replaceAll(':id', ID).replace(':passkeyId', 'aB_-9'))
      })
      // Of several, the platform chooses the one with the fewest parameters in its path.
      const [answered] = answering.sort((a, b) => a.path.split(':').length - b.path.split(':').length)
      expect(answered).toBeDefined()
      const schema = answered && 'query' in answered ? answered.query : undefined
      expect(Object.keys(schema?.shape ?? {})).toEqual(expect.arrayContaining([...query]))
    },
  )

  it.each([
    ['GET', `/api/device/info/${ID}`],
    ['GET', '/api/ws'],
    ['GET', `/api/customer/${ID}/users?page=0&pageSize=10&sortProperty=email&sortOrder=ASC`],
    ['POST', `/api/plugins/telemetry/DEVICE/${ID}/SHARED_SCOPE`],
  ])('allow %s %s', (method, address) => {
    expect(isConsoleCall(method, address)).toBe(true)
  })

  it.each([
    ['a method that is another', 'PUT', `/api/device/info/${ID}`],
    ['an id that is none', 'GET', '/api/device/info/undefined'],
    ['a query parameter that is none', 'GET', '/api/tenant/deviceInfos?page=0&pageSize=10&filter=x'],
    ['a call that only the platform knows', 'GET', `/api/plugins/telemetry/DEVICE/${ID}/keys/timeseries`],
    ['another entity', 'POST', `/api/plugins/telemetry/CUSTOMER/${ID}/SERVER_SCOPE`],
    ['all scopes at once', 'GET', `/api/plugins/telemetry/DEVICE/${ID}/values/attributes`],
    ['a longer path', 'DELETE', `/api/device/${ID}/credentials`],
  ])('leave out %s: %s %s', (_, method, address) => {
    expect(isConsoleCall(method, address)).toBe(false)
  })
})
