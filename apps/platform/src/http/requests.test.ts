/** @file What all calls have in common: bodies, ids, pages, methods and headers. Long: it walks the whole table. */

import { systemOfTests } from '@greenwave/harness/ofTest'
import { request as httpRequest } from 'node:http'
import { type Call, type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import { describe, expect, it, vi } from 'vitest'
import { DEVICE_SORTS } from '../store/deviceIndex.ts'
import { isPublicCall } from '../access/permissions.ts'
import { createTestPlatform } from '../testing/testPlatform.ts'
import { POLICIES } from './server.ts'

const platform = systemOfTests(await createTestPlatform())
for (const name of ['TLC-3', 'tlc-1', 'TLC-2', 'Ánh Sáng']) await platform.device(name, { label: `label of ${name}` })

const get = async (path: string): Promise<unknown[]> => {
  const { statusCode, body } = await platform.admin.get(path)
  const { status, errorCode, message, timestamp } = JSON.parse(body)
  expect([status, typeof timestamp]).toEqual([statusCode, 'number'])
  return [statusCode, errorCode, message]
}
const names = async (query: string): Promise<string[]> => {
  const response = await platform.admin.get(`/api/tenant/deviceInfos?${query}`)
  return response.json().data.map(({ name }: { name: string }) => name)
}

describe('ids', () => {
  it.each(['/api/device/abc', '/api/device/info/abc', '/api/user/abc', '/api/customer/abc', '/api/alarm/abc'])(
    'that are none are refused at %s',
    async (path) => {
      expect(await get(path)).toEqual([400, 31, 'Invalid UUID string: abc'])
    },
  )

  it('are refused however long they are', async () => {
    const id = 'x'.repeat(2000)
    expect(await get(`/api/device/${id}`)).toEqual([400, 31, `Invalid UUID string: ${id}`])
  })

  it('count in either case', async () => {
    const device = await platform.device('Upper')
    const response = await platform.admin.get(`/api/device/${device.id.id.toUpperCase()}`)
    expect(response.json().name).toBe('Upper')
    await platform.admin.delete(`/api/device/${device.id.id}`)
  })

  it.each([
    ['device', 'Device'],
    ['device/info', 'Device'],
    ['customer', 'Customer'],
    ['user', 'User'],
    ['alarm', 'Alarm'],
  ])('of no %s are not found', async (path, kind) => {
    const id = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
    expect(await get(`/api/${path}/${id}`)).toEqual([404, 32, `${kind} with id [${id}] is not found`])
  })
})

describe('lists [spec 7 devices]', () => {
  it('answer pages from zero, with true totals', async () => {
    const page = (await platform.admin.get('/api/tenant/deviceInfos?pageSize=3&page=1')).json()
    expect(page).toMatchObject({ totalPages: 2, totalElements: 4, hasNext: false })
    expect(page.data).toHaveLength(1)
  })

  it('answer nothing past the end, with true totals', async () => {
    for (const page of ['7', '2147483647']) {
      const answer = await platform.admin.get(`/api/tenant/deviceInfos?pageSize=2147483647&page=${page}`)
      expect(answer.json()).toEqual({ data: [], totalPages: 1, totalElements: 4, hasNext: false })
    }
  })

  it.each([
    ['pageSize=0&page=0', "Incorrect page link page size '0'. Page size must be greater than zero."],
    ['pageSize=-1&page=0', "Incorrect page link page size '-1'. Page size must be greater than zero."],
    ['pageSize=10&page=-1', "Incorrect page link page '-1'. Page must be positive integer."],
    ['pageSize=ten&page=0', "Incorrect page link page size 'ten'. Page size must be a whole number."],
    ['pageSize=10&page=1.5', "Incorrect page link page '1.5'. Page must be a whole number."],
    ['pageSize=2147483648&page=0', "Incorrect page link page size '2147483648'. Page size must be a whole number."],
    ['page=0', "Required request parameter 'pageSize' is not present"],
    ['pageSize=10', "Required request parameter 'page' is not present"],
    ['pageSize=10&page=0&sortProperty=na%20me', 'Invalid sort property: na me'],
    [
      'pageSize=10&page=0&sortProperty=name&sortOrder=UP',
      "Unsupported sort order 'UP'! Only 'ASC' or 'DESC' types are allowed.",
    ],
    ['pageSize=10&page=0&active=maybe', "Parameter 'active' is 'maybe'; it must be true or false."],
    ['pageSize=10&page=0&deviceProfileId=x', 'Invalid UUID string: x'],
  ])('refuse %s', async (query, message) => {
    expect(await get(`/api/tenant/deviceInfos?${query}`)).toEqual([400, 31, message])
  })

  it('refuse a sort property that they do not know, naming those that they do', async () => {
    expect(await get('/api/customers?pageSize=10&page=0&sortProperty=nonsense')).toEqual([
      400,
      31,
      "Unsupported sort property 'nonsense'. Only 'createdTime', 'title', 'email', 'country', 'city', 'state', 'address', 'zip', 'phone', 'id', 'address2', 'isPublic', 'version', 'tenantId', 'additionalInfo', 'externalId' are allowed.",
    ])
  })

  it('take an empty sort property, whatever its order, for none', async () => {
    const plain = await names('pageSize=10&page=0')
    for (const order of ['', 'DESC', 'UP']) {
      expect(await names(`pageSize=10&page=0&sortProperty=&sortOrder=${order}`)).toEqual(plain)
    }
  })

  it('look at the sort order only beside a sort property, and in either case', async () => {
    expect((await platform.admin.get('/api/customers?pageSize=1&page=0&sortOrder=UP')).statusCode).toBe(200)
    expect(await names('pageSize=10&page=0&sortProperty=name&sortOrder=desc')).toHaveLength(4)
  })

  it.each(DEVICE_SORTS)('sort by %s both ways', async (property) => {
    const up = await names(`pageSize=10&page=0&sortProperty=${property}&sortOrder=ASC`)
    const down = await names(`pageSize=10&page=0&sortProperty=${property}&sortOrder=DESC`)
    expect(new Set(up)).toEqual(new Set(down))
    expect(up).toHaveLength(4)
  })

  it('search text in either case over name and label', async () => {
    expect(await names('pageSize=10&page=0&textSearch=TLC&sortProperty=name')).toEqual(['tlc-1', 'TLC-2', 'TLC-3'])
    expect(await names('pageSize=10&page=0&textSearch=label%20of%20tlc-2')).toEqual(['TLC-2'])
    expect(await names('pageSize=10&page=0&textSearch=')).toHaveLength(4)
    expect(await names('pageSize=10&page=0&textSearch=nowhere')).toEqual([])
  })

  it('filter by profile and by activity', async () => {
    expect(await names('pageSize=10&page=0&type=default')).toHaveLength(4)
    expect(await names('pageSize=10&page=0&type=other')).toEqual([])
    expect(await names('pageSize=10&page=0&active=true')).toEqual([])
    expect(await names('pageSize=10&page=0&active=false')).toHaveLength(4)
  })

  it('visit each element once, page by page', async () => {
    const seen: string[] = []
    for (let page = 0; page < 4; page += 1) {
      seen.push(...(await names(`pageSize=1&page=${page}&sortProperty=customerTitle&sortOrder=DESC`)))
    }
    expect(new Set(seen).size).toBe(4)
  })
})

describe('bodies', () => {
  const post = async (path: string, body: string | object, headers?: Record<string, string>) => {
    const response = await platform.admin.post(path, body, headers)
    return [response.statusCode, response.json().errorCode, response.json().message]
  }

  it.each([
    '/api/device',
    '/api/customer',
    '/api/user',
    '/api/alarm',
    '/api/device/credentials',
    '/api/auth/changePassword',
  ])('that are no JSON are bad requests at %s', async (path) => {
    const [status, errorCode, message] = await post(path, '{"name":')
    expect([status, errorCode]).toEqual([400, 31])
    expect(message).toMatch(/^Malformed JSON: /)
    expect(await post(path, '')).toEqual([400, 31, 'Required request body is missing'])
  })

  it.each([
    ['null', 'null'],
    ['an array', '[]'],
    ['a text', '"x"'],
    ['a wrong type', '{"name":{"a":1}}'],
    ['half a reference', '{"name":"x","customerId":{"id":"5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10"}}'],
    ['a reference without an id', '{"name":"x","customerId":{"entityType":"CUSTOMER","id":"1"}}'],
    ['a poisoned prototype', '{"name":"x","__proto__":{"a":1}}'],
    ['an escaped poisoned prototype', '{"name":"x","additionalInfo":{"\\u005f_proto__":{"a":1}}}'],
  ])('of another shape are bad requests: %s', async (_, body) => {
    expect((await post('/api/device', body)).slice(0, 2)).toEqual([400, 31])
  })

  it('name the field that is wrong', async () => {
    expect((await post('/api/device', '{"name":"x","version":"one"}'))[2]).toMatch(/^Malformed request: version: /)
  })

  it('that nest too deeply are bad requests', async () => {
    const deep = `{"name":"x","additionalInfo":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`
    expect(await post('/api/device', deep)).toEqual([400, 31, 'JSON bodies nest at most 100 levels deep'])
  })

  it('may hold brackets in texts, and members that nobody knows', async () => {
    const body = { name: 'Brackets', label: '[[[[ "{{" [['.replace('{{', '{'), unknown: { a: [1] } }
    const response = await platform.admin.post('/api/device', body)
    expect(response.statusCode).toBe(200)
    await platform.admin.delete(`/api/device/${response.json().id.id}`)
  })

  it('of another content type are not supported', async () => {
    expect(await post('/api/device', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' })).toEqual([
      415,
      31,
      "Content-Type 'application/x-www-form-urlencoded' is not supported",
    ])
  })

  it('over 16 MiB are refused by their announced length, with a JSON string', async () => {
    const address = await platform.app.listen({ port: 0, host: '127.0.0.1' })
    const { status, body } = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const request = httpRequest(
        `${address}/api/device`,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': '16777217',
            'x-authorization': `Bearer ${platform.admin.token}`,
          },
        },
        (response) => {
          let text = ''
          response.on('data', (chunk: Buffer) => {
            text += chunk.toString()
          })
          response.on('end', () => resolve({ status: response.statusCode, body: text }))
        },
      )
      request.on('error', reject)
      request.flushHeaders()
    })
    expect([status, body]).toEqual([413, '"Payload size exceeds the limit of 16777216 bytes"'])
  })

  it('of calls without a token have a smaller limit', async () => {
    const response = await platform.caller({}).post('/api/auth/login', { username: 'x'.repeat(70_000), password: 'x' })
    expect([response.statusCode, response.json()]).toEqual([413, 'Payload size exceeds the limit of 65536 bytes'])
  })
})

describe('paths', () => {
  it('below /api that are no call answer 404 in the shape of an error', async () => {
    expect(await get('/api/nothing/here')).toEqual([404, 32, "Requested item wasn't found!"])
  })

  it('below /api tell nothing to whoever has no token: neither that they are no call, nor by which method they are one', async () => {
    const refused = { status: 401, errorCode: 10, message: 'Authentication failed' }
    for (const path of ['/api/nothing/here', '/api/device', '/api', '/api/rpc/oneway/x']) {
      for (const method of ['GET', 'PUT'] as const) {
        const response = await platform.app.inject({
          method,
          url: path,
          headers: { 'x-authorization': 'Bearer x.y.z' },
        })
        expect([path, response.statusCode]).toEqual([path, path === '/api' ? 404 : 401])
      }
    }
    expect((await platform.app.inject('/api/nothing/here')).json()).toMatchObject(refused)
  })

  it('that need no token answer 404 and 405 without one', async () => {
    expect((await platform.app.inject('/api/noauth/nothing')).statusCode).toBe(404)
    expect((await platform.app.inject('/api/ws/nothing')).statusCode).toBe(404)
    expect((await platform.app.inject('/api/v1/token/nothing')).statusCode).toBe(404)
    expect((await platform.app.inject('/api/auth/login')).statusCode).toBe(405)
  })

  it('of a call by another method answer 405 and name the right ones', async () => {
    const response = await platform.admin.delete('/api/auth/login')
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST'])
    expect(response.json()).toMatchObject({ errorCode: 31, message: "Request method 'DELETE' is not supported" })
  })

  it('that cannot be read answer 400 in the shape of an error', async () => {
    expect((await get('/api/device/%E0%A4%A')).slice(0, 2)).toEqual([400, 31])
  })
})

describe('HEAD', () => {
  it.each(['/api/auth/user', '/api/tenant/deviceInfos?pageSize=10&page=0', '/api/noauth/userPasswordPolicy'])(
    'of %s answers as GET does, without the body',
    async (url) => {
      const headers = { 'x-authorization': `Bearer ${platform.admin.token}` }
      const full = await platform.app.inject({ method: 'GET', url, headers })
      const head = await platform.app.inject({ method: 'HEAD', url, headers })
      expect([head.statusCode, head.body]).toEqual([200, ''])
      for (const name of ['content-type', 'content-length']) expect(head.headers[name]).toBe(full.headers[name])
    },
  )

  it('needs the token that GET needs', async () => {
    expect((await platform.app.inject({ method: 'HEAD', url: '/api/auth/user' })).statusCode).toBe(401)
  })

  it('is named where GET is, to whoever uses another method', async () => {
    expect((await platform.admin.post('/api/auth/user')).headers.allow).toBe('GET, HEAD')
  })
})

describe('headers', () => {
  it.each([
    ['a token', 'POST', '/api/auth/login', 401],
    ['an error', 'GET', '/api/nothing', 401],
    ['the documentation', 'GET', '/docs/json', 401],
  ] as const)('keep %s out of every cache', async (_what, method, url, status) => {
    const { statusCode, headers } = await platform.app.inject({ method, url, payload: {} })
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
      pragma: 'no-cache',
      expires: '0',
    })
  })

  it('have no server learn more of a page than its origin, because its address may hold tokens', async () => {
    const { headers } = await platform.app.inject('/api/noauth/userPasswordPolicy')
    expect(headers['referrer-policy']).toBe('strict-origin')
  })

  it('ask for TLS where a trusted proxy says that TLS stands in front, and nowhere else', async () => {
    const askedFrom = async (remoteAddress: string, proto: string) => {
      const headers = { 'x-forwarded-proto': proto }
      const answer = await platform.app.inject({ url: '/api/noauth/userPasswordPolicy', headers, remoteAddress })
      return answer.headers['strict-transport-security']
    }
    expect(await askedFrom('127.0.0.1', 'https')).toBe('max-age=31536000')
    expect(await askedFrom('127.0.0.1', 'http')).toBeUndefined()
    expect(await askedFrom('192.0.2.9', 'https')).toBeUndefined()
  })

  it('let a page of an origin that the installation names read answers, with a preflight before', async () => {
    const allowing = await createTestPlatform({ http: { allowedOrigins: ['https://wall.example'] } })
    const ask = async (origin: string, method: 'GET' | 'OPTIONS', more = {}) => {
      const url = '/api/auth/user'
      const { statusCode, headers } = await allowing.app.inject({ method, url, headers: { origin, ...more } })
      return [statusCode, headers['access-control-allow-origin'], headers['access-control-allow-headers']]
    }
    const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-authorization' }
    const mine = 'https://wall.example'
    expect(await ask(mine, 'OPTIONS', preflight)).toEqual([204, mine, 'x-authorization'])
    const token = { 'x-authorization': `Bearer ${allowing.admin.token}` }
    expect(await ask(mine, 'GET', token)).toEqual([200, mine, undefined])
    expect(await ask('https://evil.example', 'GET', token)).toEqual([200, undefined, undefined])
    expect((await ask('https://evil.example', 'OPTIONS', preflight))[1]).toBeUndefined()
    await allowing.close()
  })

  it('allow no other origin to read answers', async () => {
    const response = await platform.app.inject({
      method: 'GET',
      url: '/api/noauth/userPasswordPolicy',
      headers: { origin: 'https://evil.example' },
    })
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('hold a strict content security policy', async () => {
    const { headers } = await platform.app.inject('/api/noauth/userPasswordPolicy')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('the documentation', () => {
  it('lists every call of the table, made from the same schemas', async () => {
    const { paths } = (await platform.admin.get('/docs/json')).json()
    const names = Object.keys(calls) as CallName[]
    const documented = names.map((name) => {
      const { path, method } = calls[name]
      return paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.summary
    })
    expect(documented).toEqual(names.map((name) => POLICIES[name].summary))
    expect(paths['/api/auth/login'].post.requestBody.content['application/json'].schema).toMatchObject({
      required: ['username', 'password'],
      additionalProperties: false,
    })
  })

  it.each(Object.keys(calls) as CallName[])('says of %s who may make it, and which errors it answers', async (name) => {
    const { paths } = (await platform.admin.get('/docs/json')).json()
    const call: Call = calls[name]
    const operation = paths[call.path.replace(/:(\w+)/g, '{$1}')][call.method.toLowerCase()]
    expect(operation['x-permissions']).toEqual(POLICIES[name].may ?? (isPublicCall(name) ? 'public' : 'signInStep'))
    expect(operation.description).toMatch(/token|Customer users: /)
    const statuses = Object.keys(operation.responses)
    expect(statuses).toEqual(expect.arrayContaining(isPublicCall(name) ? ['429'] : ['401', '403']))
    expect(statuses.filter((status) => status < '400')).toEqual([call.redirects ? '303' : '200'])
    expect(Boolean(operation.requestBody)).toBe(call.body !== undefined)
    const refusal = operation.responses[isPublicCall(name) ? '429' : '401'].content['application/json'].schema
    expect(Object.keys(refusal.properties)).toEqual(['status', 'message', 'errorCode', 'timestamp'])
  })

  it('names the audit record of a call that writes, and shows a body that it accepts', async () => {
    const { paths } = (await platform.admin.get('/docs/json')).json()
    const { post } = paths['/api/customer']
    expect(post.description).toContain(' Audit log: ADDED.')
    expect(JSON.stringify(post.requestBody)).toContain('{"title":"District 1"}')
    expect(paths['/api/customers'].get.description).not.toContain('Audit log')
  })

  it('says that a call may find nothing: one with an id in its path, or in its body', async () => {
    const { paths } = (await platform.admin.get('/docs/json')).json()
    for (const path of ['/api/alarm/{alarmId}/ack', '/api/alarm', '/api/device']) {
      expect(Object.keys(paths[path].post.responses)).toContain('404')
    }
    expect(Object.keys(paths['/api/auth/login'].post.responses)).not.toContain('404')
  })

  it('says which errors are plain text', async () => {
    const { paths } = (await platform.admin.get('/docs/json')).json()
    const { responses } = paths['/api/plugins/telemetry/{entityType}/{entityId}/{scope}'].post
    expect(Object.keys(responses['404'].content)).toEqual(['text/plain'])
    expect(Object.keys(responses['400'].content)).toEqual(['application/json', 'text/plain'])
    expect(paths['/api/rpc/twoway/{deviceId}'].post.responses['504'].content).toBeUndefined()
  })

  it('is for the signed-in alone, customer users among them', async () => {
    for (const path of ['/docs/json', '/docs/yaml']) {
      const refused = await platform.app.inject(path)
      expect([refused.statusCode, refused.json().errorCode]).toEqual([401, 10])
      expect(refused.statusMessage).toBe('Sign in to the console first, then load this page again.')
      expect((await platform.admin.get(path)).statusCode).toBe(200)
    }
    const customer = await platform.customer('Readers')
    const { caller } = await platform.customerUser(customer, 'reader@city.vn')
    expect((await caller.get('/docs/json')).statusCode).toBe(200)
  })

  it('is open where the installation says so', async () => {
    const open = await createTestPlatform({ http: { openDocs: true } })
    expect((await open.app.inject('/docs/json')).statusCode).toBe(200)
    await open.close()
  })

  it('is served as a page to browse', async () => {
    const page = await platform.app.inject('/docs/')
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
  })
})

describe('an error inside', () => {
  it('answers 500 and gives nothing away', async () => {
    const broken = await createTestPlatform()
    await broken.store.close()
    const response = await broken.admin.get('/api/customers?pageSize=10&page=0')
    expect(response.json()).toMatchObject({
      status: 500,
      errorCode: 2,
      message: 'Internal error. The log of the platform says more.',
    })
    expect(broken.logLines.join('')).toContain('a call failed')
    await broken.app.close()
  })

  it('says so when the disk is the cause, and when it is full', async () => {
    const { customers } = platform.store
    for (const [error, code, message] of [
      ['disk I/O error', 'ERR_SQLITE_ERROR', 'The platform cannot read or write its data. Its log says more.'],
      [
        ...(['database or disk is full', 'ERR_SQLITE_ERROR'] as const),
        'The disk of the platform is full, so this was not saved. Make room on it, then try again.',
      ],
      [
        ...(['ENOSPC: no space left on device, write', 'ENOSPC'] as const),
        'The disk of the platform is full, so this was not saved. Make room on it, then try again.',
      ],
    ] as const) {
      const save = vi.spyOn(customers, 'save').mockImplementation(() => {
        throw Object.assign(new Error(error), { code })
      })
      try {
        const response = await platform.admin.post('/api/customer', { title: 'Too much' })
        expect(response.json()).toMatchObject({ status: 500, errorCode: 2, message })
      } finally {
        save.mockRestore()
      }
    }
  })
})
