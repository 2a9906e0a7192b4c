import { systemOfTests } from '@greenwave/harness/ofTest'
import { expect, it } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { createTestPlatform } from '../testing/testPlatform.ts'

const platform = systemOfTests(await createTestPlatform())

it.each([
  ['DEVICE', 'SHARED_SCOPE'],
  ['DEVICE', 'timeseries/ANY'],
  ['ASSET', 'SERVER_SCOPE'],
  ['ASSET', 'timeseries/ANY'],
] as const)(
  'values that would take more bytes than a %s may have are refused as plain text, and what it has stays: %s',
  async (kind, part) => {
    const name = `${kind} ${part}`
    const owner = await (kind === 'DEVICE' ? platform.device(name) : platform.asset(name))
    const write = (body: object) => platform.admin.post(`/api/plugins/telemetry/${kind}/${owner.id.id}/${part}`, body)
    const most = LIMITS.deviceValueBytes.value
    expect((await write({ a: 'x'.repeat(most - 1) })).statusCode).toBe(200)
    const refused = await write({ b: 1 })
    expect([refused.statusCode, refused.body]).toEqual([
      400,
      `Values of one device, customer or asset can take ${most} bytes in all, not more`,
    ])
    expect((await write({ a: 'y'.repeat(most - 1) })).statusCode).toBe(200)
    expect((await write({ a: 'short', b: 1 })).statusCode).toBe(200)
  },
)
