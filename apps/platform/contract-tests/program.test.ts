/** @file A program that stays signed in and follows a device, as `packages/client` offers it. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { ApiError } from '@greenwave/client/callErrors'
import { follow, openLive } from '@greenwave/client/programLive'
import { SIGN_IN_AGAIN_MS } from '@greenwave/client/programSession'
import { signIn } from '@greenwave/client/signIn'
import { systemTransport } from '@greenwave/client/transport'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { describe, expect, it } from 'vitest'
import { createViewer } from './client.ts'
import { fresh, freshEmail, openTarget } from './target.ts'

const PASSWORD = 'a program on the night shift'

const target = systemOfTests(await openTarget())
const customer = await target.admin.createCustomer(fresh('customer'))
const email = freshEmail()
await createViewer(target.admin, customer, email, PASSWORD)
const deviceId = (await target.admin.createDevice(fresh('TLC'), { customerId: customer.id })).id.id

describe('a program', () => {
  it('signs in again when its session was ended, and goes on', async () => {
    let aheadMs = 0
    const transport = { ...systemTransport, nowMs: () => Date.now() + aheadMs }
    const { call, session } = await signIn(target.url, email, PASSWORD, transport)
    expect((await call('currentUser')).email).toBe(email)
    const first = session.token
    await call('logout')
    await expect(call('currentUser')).rejects.toThrow(ApiError)
    aheadMs = SIGN_IN_AGAIN_MS
    expect((await call('currentUser')).email).toBe(email)
    expect(session.token).not.toBe(first)
  })

  it('is notified what is wrong with its password', async () => {
    await expect(signIn(target.url, email, 'another')).rejects.toMatchObject({ status: 401 })
  })

  it('hears what changes, and can ask for the same', async () => {
    const { call, session } = await signIn(target.url, email, PASSWORD)
    const connection = openLive({ base: target.url, session, log: () => undefined })
    const heard: unknown[] = []
    const command = { type: 'ATTRIBUTES', entityType: 'DEVICE', entityId: deviceId, scope: 'SHARED_SCOPE' } as const
    const end = follow(connection, command, ({ data }) => heard.push(data?.Mode?.[0]?.[1]))
    await expect.poll(() => heard.length).toBe(1)
    await target.admin.writeAttributes(deviceId, 'SHARED_SCOPE', { Mode: 4 })
    await expect.poll(() => heard.at(-1)).toBe('4')
    const params = { ...ofDevice(deviceId), scope: 'SHARED_SCOPE' }
    expect(await call('attributes', { params })).toMatchObject([{ key: 'Mode', value: 4 }])
    end()
    connection.disconnect()
  })
})
