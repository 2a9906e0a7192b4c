import type { AuditLog } from '@greenwave/contract/wire/audit'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '../testing/silentLog.ts'
import { type Action, requestedSubject, savedAs, subjectOf } from './action.ts'
import { createAuditTrail, withoutSecrets } from './auditTrail.ts'

describe('what a record says of secrets', () => {
  it('is that there were some, however deep they lie', () => {
    const said = { entity: { list: [{ password: 'p', name: 'n' }] }, credentialsValue: null, token: 't' }
    expect(withoutSecrets(said)).toEqual({
      entity: { list: [{ password: '******', name: 'n' }] },
      credentialsValue: '******',
      token: '******',
    })
  })

  it('is nothing of what people call so themselves', () => {
    const said = { attributes: { token: 'a' }, params: { secret: 1 }, entity: { additionalInfo: { password: 'hint' } } }
    expect(withoutSecrets(said)).toEqual(said)
  })

  it('leaves everything else as it is', () => {
    const harmless = fc.dictionary(fc.stringMatching(/^x\w*$/), fc.jsonValue({ depthSize: 'small' }))
    fc.assert(
      fc.property(harmless, (data) => {
        expect(withoutSecrets({ attributes: data })).toEqual({ attributes: data })
      }),
    )
    expect(withoutSecrets({ none: undefined, nothing: null, list: [1, 'a'] })).toEqual({
      none: undefined,
      nothing: null,
      list: [1, 'a'],
    })
  })
})

const ID = '4b4c0a52-6f0a-4b0b-9d5a-0f7a4c3d2e1f'
const CUSTOMER = '5b4c0a52-6f0a-4b0b-9d5a-0f7a4c3d2e1f'
const device = { id: entityRef('DEVICE', ID), name: 'TLC-1', customerId: entityRef('CUSTOMER', CUSTOMER) }
const action: Action = {
  actor: { userId: ID, email: 'admin@city.vn', tenantId: ID, customerId: NULL_UUID },
  type: 'UPDATED',
  ...subjectOf(device),
}

let written: { record: AuditLog; isLasting: boolean }[]
let refuseRecords: boolean
const trail = createAuditTrail(
  {
    add(record, isLasting) {
      if (refuseRecords) throw new Error('the disk is full')
      written.push({ record, isLasting })
    },
    page: async () => new Uint8Array(),
  },
  silentLog,
  () => 1000,
)
beforeEach(() => {
  written = []
  refuseRecords = false
})
const entries = () => written.map(({ record }) => record)

describe('an audited verb', () => {
  it('is recorded in the tick of its work, with the entity as it is after', () => {
    const saved = { ...device, name: 'TLC-1b' }
    expect(trail.audited(action, () => saved, savedAs)).toBe(saved)
    expect(entries()).toMatchObject([
      {
        createdTime: 1000,
        userName: 'admin@city.vn',
        actionType: 'UPDATED',
        actionStatus: 'SUCCESS',
        actionFailureDetails: '',
        entityId: device.id,
        entityName: 'TLC-1b',
        customerId: device.customerId,
        actionData: { entity: saved },
      },
    ])
  })

  it('is recorded when its work has ended, where that takes time', async () => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const done = trail.audited(
      action,
      () => promise,
      (ended) => ({ data: { ended } }),
    )
    expect(entries()).toEqual([])
    resolve(3)
    expect(await done).toBe(3)
    expect(entries()).toMatchObject([{ actionStatus: 'SUCCESS', actionData: { ended: 3 } }])
  })

  it('that fails is recorded with the text of its error, which is thrown on', async () => {
    const error = new Error('no such thing')
    const work = (): never => {
      throw error
    }
    expect(() => trail.audited(action, work)).toThrow(error)
    await expect(trail.audited(action, async () => work())).rejects.toBe(error)
    const failure = { actionStatus: 'FAILURE', actionFailureDetails: 'no such thing', entityName: 'TLC-1' }
    expect(entries()).toMatchObject([failure, failure])
  })

  it('can tell that it failed without an error, or that there was nothing to do', () => {
    trail.audited(
      action,
      () => 'noAnswer',
      () => ({ failure: 'No answer' }),
    )
    trail.audited(
      action,
      () => 0,
      () => undefined,
    )
    expect(entries()).toMatchObject([{ actionStatus: 'FAILURE', actionFailureDetails: 'No answer' }])
  })

  it('stays done though its record cannot be written', async () => {
    refuseRecords = true
    expect(trail.audited(action, () => 1)).toBe(1)
    expect(await trail.audited(action, async () => 2)).toBe(2)
    expect(
      trail.audited(
        action,
        () => 3,
        () => {
          throw new Error('a mistake')
        },
      ),
    ).toBe(3)
  })

  it('holds with its entities, and without them where it was more than they, or failed', () => {
    trail.audited(action, () => 1)
    trail.audited({ ...action, type: 'LOGIN' }, () => 1)
    trail.refused(action, 'no')
    expect(written.map(({ isLasting }) => isLasting)).toEqual([false, true, true])
  })
})

describe('a record', () => {
  it('says where somebody sits, before what else there is to say', () => {
    const from = { address: '203.0.113.9', userAgent: undefined }
    trail.audited({ ...action, from, data: { sessions: 1 } }, () => 1)
    expect(Object.entries(entries()[0]?.actionData ?? {})).toEqual([
      ['clientAddress', '203.0.113.9'],
      ['browser', 'Unknown'],
      ['os', 'Unknown'],
      ['device', 'Other'],
      ['sessions', 1],
    ])
  })

  it('is about the customer that was touched, or the one of whoever acts', () => {
    const acting = { ...action.actor, customerId: CUSTOMER }
    const nobodys = { ...device, customerId: entityRef('CUSTOMER', NULL_UUID) }
    trail.audited({ ...action, actor: acting, ...subjectOf(nobodys) }, () => 1)
    trail.audited({ ...action, ...subjectOf({ id: entityRef('CUSTOMER', ID), name: 'District 1' }) }, () => 1)
    trail.audited({ ...action, actor: acting, ...requestedSubject('USER', null, undefined) }, () => 1)
    expect(entries().map(({ customerId }) => customerId.id)).toEqual([CUSTOMER, ID, CUSTOMER])
    expect(entries()[2]).toMatchObject({ entityId: entityRef('USER', NULL_UUID), entityName: null })
  })

  it('keeps no secret, and no more than its columns and 16 kB hold', () => {
    const data = { credentials: { credentialsId: 'token', version: 1 }, long: 'x'.repeat(100_000) }
    trail.audited({ ...action, entityName: 'n'.repeat(1000), data }, () => 1)
    trail.refused(action, 'r'.repeat(10_000))
    const [entry, refusal] = entries()
    expect(entry?.actionData).toMatchObject({ credentials: { credentialsId: '******', version: 1 } })
    expect(JSON.stringify(entry?.actionData).length).toBeLessThan(17_000)
    expect(entry?.entityName).toHaveLength(255)
    expect(refusal?.actionFailureDetails).toHaveLength(1000)
  })
})
