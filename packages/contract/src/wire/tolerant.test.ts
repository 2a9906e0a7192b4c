import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { Alarm } from './alarms.ts'
import { Attributes } from './attributes.ts'
import { AuditLog } from './audit.ts'
import { AccessClaims } from './auth.ts'
import { Customer } from './customers.ts'
import { DeviceInfo } from './devices.ts'
import { NULL_UUID } from './ids.ts'
import { parseFrame, SubscriptionFrame } from './live.ts'
import { pageOf } from './page.ts'
import { TelemetryValues } from './telemetry.ts'
import { infoOf, parseTolerantly } from './tolerant.ts'
import { User } from './users.ts'

const ID = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const ref = (entityType: string) => ({ entityType, id: ID })
const device = {
  id: ref('DEVICE'),
  createdTime: 1,
  tenantId: ref('TENANT'),
  customerId: ref('CUSTOMER'),
  name: 'TLC-1',
  type: 'default',
  label: 'Lê Lợi',
  deviceProfileId: ref('DEVICE_PROFILE'),
  customerTitle: null,
  customerIsPublic: false,
  deviceProfileName: 'default',
  active: true,
  ownerOfAnother: { kept: true },
}
const customer = {
  id: ref('CUSTOMER'),
  createdTime: 1,
  tenantId: ref('TENANT'),
  title: 'District 1',
  name: 'District 1',
}
const user = {
  id: ref('USER'),
  createdTime: 1,
  tenantId: ref('TENANT'),
  customerId: ref('CUSTOMER'),
  email: 'a@b.vn',
  name: 'a@b.vn',
  authority: 'CUSTOMER_USER',
}
const pageWith = (data: unknown[]) => ({ data, totalPages: 1, totalElements: data.length, hasNext: false })

/** Reads a value and returns it with all remarks. */
function read<S extends z.core.$ZodType>(schema: S, value: unknown): { data: z.output<S> | undefined; odd: string[] } {
  const odd: string[] = []
  const result = parseTolerantly(schema, value, (remark) => odd.push(remark))
  return { data: result.success ? result.data : undefined, odd }
}

describe('one odd row', () => {
  it.each([
    ['devices', DeviceInfo, device],
    ['customers', Customer, customer],
    ['users', User, user],
  ] as const)(
    'costs that row: of N %s of which k are any JSON, N-k are read, and nothing throws',
    (_, schema, good) => {
      const row = fc.oneof(fc.constant(good), fc.jsonValue())
      fc.assert(
        fc.property(fc.array(row), (rows) => {
          const { data, odd } = read(pageOf(schema), pageWith(rows))
          const goods = rows.filter((value) => value === good).length
          expect(data?.data).toHaveLength(goods)
          expect(data?.totalElements).toBe(rows.length)
          expect(odd.length).toBe(rows.length - goods)
        }),
      )
    },
  )

  it('costs only that member, whatever it contains, and never the row', () => {
    const members = Object.keys(device).filter((key) => key !== 'id')
    fc.assert(
      fc.property(fc.subarray(members), fc.jsonValue(), (odd, value) => {
        const row = { ...device, ...Object.fromEntries(odd.map((key) => [key, value])) }
        const { data } = read(pageOf(DeviceInfo), pageWith([row, device]))
        expect(data?.data).toHaveLength(2)
        expect(data?.data[0]).toMatchObject({ id: device.id, ...(odd.includes('name') ? {} : { name: 'TLC-1' }) })
      }),
    )
  })
})

describe('an odd field', () => {
  it.each(['a text', ['an', 'array'], 7, null])('of notes is kept unchanged: %j', (additionalInfo) => {
    const { data, odd } = read(pageOf(DeviceInfo), pageWith([{ ...device, additionalInfo }]))
    expect([data?.data[0]?.additionalInfo, odd]).toEqual([additionalInfo, []])
    expect(infoOf(additionalInfo)).toEqual({})
  })

  it('that is a number instead of a text is converted to text, with a remark', () => {
    const { data, odd } = read(pageOf(DeviceInfo), pageWith([{ ...device, label: 5, customerTitle: 7 }]))
    expect(data?.data[0]).toMatchObject({ label: '5', customerTitle: '7' })
    expect(odd).toEqual([
      'a device: label cannot be read and is passed over',
      'a device: customerTitle cannot be read and is passed over',
    ])
  })

  it('that is missing leaves the rest, unknown members included', () => {
    const { customerId: _customer, createdTime: _time, active: _active, ...rest } = device
    const { data } = read(DeviceInfo, rest)
    expect(data).toMatchObject({
      createdTime: 0,
      customerId: { id: NULL_UUID },
      active: false,
      ownerOfAnother: { kept: true },
    })
  })

  it('gives the same remark each time, so that a log can keep it once', () => {
    const rows = Array.from({ length: 50 }, (_, n) => ({ ...device, label: n, id: n % 2 ? 'odd' : device.id }))
    expect(new Set(read(pageOf(DeviceInfo), pageWith(rows)).odd).size).toBe(2)
  })
})

describe('other answers', () => {
  it('a page without totals gets them from its rows', () => {
    expect(read(pageOf(Customer), { data: [customer] }).data).toMatchObject({
      totalPages: 1,
      totalElements: 1,
      hasNext: false,
    })
  })

  it.each([null, 'text', [], {}, { data: {} }])('%j is refused as a page', (value) => {
    expect(read(pageOf(Customer), value).data).toBeUndefined()
  })

  it('an odd attribute costs that attribute', () => {
    expect(read(Attributes, [{ key: 'a', value: 1, lastUpdateTs: 1 }, { key: 5 }, 'x']).data).toEqual([
      { key: 'a', value: 1, lastUpdateTs: 1 },
    ])
  })

  it('an odd sample costs that sample, and an odd key that key', () => {
    const samples = { a: [{ ts: 1, value: '1' }, { ts: 'x' }], b: 'odd', c: [{ ts: 2, value: null }] }
    expect(read(TelemetryValues, samples).data).toEqual({ a: [{ ts: 1, value: '1' }], c: [{ ts: 2, value: null }] })
  })

  it('a frame loses what is odd in it and keeps the rest', () => {
    const odd: string[] = []
    const data = { a: [[1, '7'], ['x', 1], 5], b: null, c: [[2, 'on']] }
    const frame = parseFrame({ subscriptionId: 3, errorCode: 0, errorMsg: null, data }, (remark) => odd.push(remark))
    expect([frame?.subscriptionId, frame?.data]).toEqual([3, { a: [[1, '7']], c: [[2, 'on']] }])
    expect(odd).toHaveLength(1)
    expect(parseFrame({ subscriptionId: 'x', data: {} }, () => {})).toBeUndefined()
  })

  it('a frame that the schema takes as it is, is taken as it is; every other one is left to the schema', () => {
    const ts = fc.oneof(fc.integer(), fc.double(), fc.constant('5'))
    const sample = fc.oneof({ weight: 8, arbitrary: fc.tuple(ts, fc.jsonValue()) }, fc.array(ts))
    const rarely = (odd: unknown) => ({ weight: 1, arbitrary: fc.constant(odd) })
    const member = <T>(usual: fc.Arbitrary<T>) =>
      fc.oneof({ weight: 8, arbitrary: usual }, rarely(null), rarely(undefined), rarely(7), rarely('odd'), rarely([]))
    const frames = fc.record(
      {
        subscriptionId: member(fc.integer()),
        errorCode: member(fc.integer()),
        errorMsg: member(fc.string()),
        data: member(fc.dictionary(fc.string(), fc.array(sample))),
        latestValues: member(fc.dictionary(fc.string(), ts)),
        more: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(frames, fc.jsonValue()), (frame) => {
        const parsed: unknown = JSON.parse(JSON.stringify(frame))
        const whole = SubscriptionFrame.safeParse(parsed)
        const odd: string[] = []
        const read = parseFrame(parsed, (remark) => odd.push(remark))
        if (whole.success) expect([read, odd]).toEqual([whole.data, []])
        else expect(read === undefined || odd.length > 0).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('a history is read as its schema reads it, whether it is the usual one or not', () => {
    const usual = fc.record({ ts: fc.integer(), value: fc.jsonValue() })
    const sample = fc.oneof({ weight: 20, arbitrary: usual }, fc.record({ ts: fc.integer(), more: fc.jsonValue() }))
    const histories = fc.dictionary(fc.string(), fc.oneof({ weight: 20, arbitrary: fc.array(sample) }, fc.jsonValue()))
    fc.assert(
      fc.property(histories, (history) => {
        const parsed: unknown = JSON.parse(JSON.stringify(history))
        const whole = TelemetryValues.safeParse(parsed)
        if (whole.success) expect(read(TelemetryValues, parsed)).toEqual({ data: whole.data, odd: [] })
      }),
      { numRuns: 300 },
    )
  })

  it('any JSON is read as a frame or as none, without an error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (data, whole) => {
        expect(parseFrame({ subscriptionId: 1, errorCode: 0, data }, () => {})?.subscriptionId ?? 1).toBe(1)
        parseFrame(whole, () => {})
      }),
    )
  })

  it('a record of the audit log may name an action or an entity that only other platforms have', () => {
    const record = {
      id: { id: ID },
      createdTime: 1,
      tenantId: ref('TENANT'),
      customerId: ref('CUSTOMER'),
      entityId: ref('RULE_CHAIN'),
      userId: ref('USER'),
      actionType: 'RELATION_ADD_OR_UPDATE',
      actionStatus: 'SUCCESS',
    }
    expect(read(pageOf(AuditLog), pageWith([record])).odd).toEqual([])
  })

  it('a token without a last name, or with a null one, signs in', () => {
    const claims = {
      sub: 'a@b.vn',
      userId: ID,
      scopes: ['TENANT_ADMIN'],
      sessionId: ID,
      exp: 2,
      iat: 1,
      iss: 'thingsboard.io',
      enabled: true,
      isPublic: false,
      tenantId: ID,
      customerId: ID,
    }
    expect(read(AccessClaims, { ...claims, firstName: null, lastName: 5 }).data).toMatchObject({ sub: 'a@b.vn' })
  })
})

it('reads a time of an alarm that no date can show as none', () => {
  const alarm = {
    ...{ id: ref('ALARM'), createdTime: 1, tenantId: ref('TENANT'), type: 'x', name: 'x', originator: ref('DEVICE') },
    ...{ severity: 'MAJOR', acknowledged: false, cleared: true, status: 'CLEARED_UNACK', details: {} },
    ...{ startTs: 9_007_199_254_740_991, endTs: 2, ackTs: 0, clearTs: 9e15, assignTs: 0 },
    ...{ propagate: false, propagateToOwner: false, propagateToTenant: false, propagateRelationTypes: [] },
  }
  const read = parseTolerantly(Alarm, alarm, () => {})
  expect(read).toMatchObject({ success: true, data: { startTs: 0, endTs: 2, clearTs: 0 } })
})
