import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Store } from '../store/openStore.ts'
import { makeFolder, openTestStore } from '../testing/testStore.ts'
import { createEndedSessions } from './endedSessions.ts'
import { DEFAULT_SESSION_LIMITS, REUSE_TOLERANCE_MS, type SessionLimits } from './sessionRules.ts'
import { createSessions } from './sessions.ts'
import { createUpkeep } from './upkeep.ts'

const DAY_MS = 86_400_000
const HERE = { address: '10.0.0.1', userAgent: 'Firefox' }

function sessionsOver(store: Pick<Store, 'sessions' | 'revocations'>, own: Partial<SessionLimits> = {}) {
  const clock = { now: 1_800_000_000_000, steady: 0 }
  const logLines: string[] = []
  const log = pino({}, { write: (line: string) => void logLines.push(line) })
  const now = () => clock.now
  const limits = { ...DEFAULT_SESSION_LIMITS, ...own }
  const endedSessions = createEndedSessions({ revocations: store.revocations, lifetimeMs: limits.lifetimeMs, now })
  const sessions = createSessions({ repository: store.sessions, endedSessions, limits, log, now })
  const upkeep = createUpkeep({ sessions, endedSessions, log, now, steadyNow: () => clock.steady })
  const advance = (ms: number): void => {
    clock.now += ms
    clock.steady += ms
  }
  const isOver = (userId: string, chainId: string): boolean =>
    endedSessions.isOver({ userId, chainId, sessionId: chainId, issuedAt: clock.now / 1000 })
  return { sessions, endedSessions, upkeep, clock, advance, isOver, logLines }
}

describe('the sessions of a user', () => {
  it('are kept over a restart, with where they came from and when they were used last', async () => {
    const folder = makeFolder()
    const store = await openTestStore(folder)
    const before = sessionsOver(store)
    const { chainId } = before.sessions.open('u', HERE)
    before.advance(5000)
    before.sessions.noteUse({ userId: 'u', chainId })
    before.upkeep.start()()
    await store.close()

    const again = sessionsOver(await openTestStore(folder))
    expect(again.sessions.of('u')).toEqual([
      {
        id: chainId,
        userId: 'u',
        startedAt: 1_800_000_000_000,
        lastUsedAt: 1_800_000_005_000,
        renewedAt: 1_800_000_000_000,
        generation: 1,
        isUsed: true,
        clientAddress: '10.0.0.1',
        userAgent: 'Firefox',
        impersonatedBy: null,
        impersonatorId: null,
        providerSession: null,
      },
    ])
  })

  it('are bounded: with one too many the one ends that was idle longest', async () => {
    const { sessions, advance, isOver } = sessionsOver(await openTestStore(), { ofOneUser: 3 })
    const ids = [1, 2, 3].map(() => {
      advance(1000)
      return sessions.open('u', HERE).chainId
    })
    advance(1000)
    sessions.noteUse({ userId: 'u', chainId: ids[0] ?? '' })
    const fourth = sessions.open('u', HERE).chainId
    expect(sessions.of('u').map(({ id }) => id)).toEqual(expect.arrayContaining([ids[0], ids[2], fourth]))
    expect(ids.map((id) => isOver('u', id))).toEqual([false, true, false])
  })

  it('end after ninety days however often they are renewed, and tell those who follow them', async () => {
    const { sessions, endedSessions, upkeep, advance, isOver } = sessionsOver(await openTestStore())
    const notified: string[] = []
    endedSessions.onEnded((subject) => notified.push(subject))
    const { chainId } = sessions.open('u', HERE)
    for (let day = 1, generation = 1; day < 90; day += 1, generation += 1) {
      advance(DAY_MS)
      expect(sessions.renew({ userId: 'u', chainId }, generation, HERE)).toEqual({
        chainId,
        generation: generation + 1,
      })
    }
    expect(isOver('u', chainId)).toBe(false)
    advance(DAY_MS)
    expect(isOver('u', chainId)).toBe(true)
    upkeep.sweep()
    expect(notified).toEqual([chainId])
    expect(sessions.of('u')).toEqual([])
  })

  it('are forgotten when nobody renewed or used them for seven days', async () => {
    const store = await openTestStore()
    const { sessions, upkeep, advance } = sessionsOver(store)
    sessions.open('u', HERE)
    advance(7 * DAY_MS + 1)
    upkeep.sweep()
    expect(sessions.of('u')).toEqual([])
    expect(store.sessions.all()).toEqual([])
  })

  it('are renewed however late when the answer of the last renewal was lost, also over a restart', async () => {
    const folder = makeFolder()
    const store = await openTestStore(folder)
    const before = sessionsOver(store)
    const { chainId } = before.sessions.open('u', HERE)
    before.sessions.renew({ userId: 'u', chainId }, 1, HERE)
    await store.close()

    const { sessions, advance, isOver } = sessionsOver(await openTestStore(folder))
    advance(DAY_MS)
    // The page works on with the access token that it has.
    sessions.noteUse({ userId: 'u', chainId, generation: 1 })
    expect(sessions.renew({ userId: 'u', chainId }, 1, HERE)).toEqual({ chainId, generation: 2 })
    advance(DAY_MS)
    expect(sessions.renew({ userId: 'u', chainId }, 1, HERE)).toEqual({ chainId, generation: 2 })
    expect(isOver('u', chainId)).toBe(false)
  })

  it('end when a refresh token is renewed whose successor is in use', async () => {
    const { sessions, advance, isOver } = sessionsOver(await openTestStore())
    const { chainId } = sessions.open('u', HERE)
    sessions.renew({ userId: 'u', chainId }, 1, HERE)
    sessions.noteUse({ userId: 'u', chainId, generation: 2 })
    advance(REUSE_TOLERANCE_MS + 1)
    expect(sessions.renew({ userId: 'u', chainId }, 1, HERE)).toBe('reused')
    expect(isOver('u', chainId)).toBe(true)
  })

  it('are known again by their tokens when a crash came before they were written', async () => {
    const { sessions } = sessionsOver(await openTestStore())
    const chainId = '019b8e00-0000-7000-8000-000000000001'
    expect(sessions.renew({ userId: 'u', chainId }, 7, HERE)).toEqual({ chainId, generation: 8 })
    expect(sessions.of('u')).toMatchObject([{ id: chainId, generation: 8, startedAt: 0x019b8e000000 }])
  })

  it('of the first release go on: their tokens count until they expire, however often they are used', async () => {
    const { sessions, advance } = sessionsOver(await openTestStore())
    const chainId = randomUUID()
    const first = sessions.renew({ userId: 'u', chainId }, undefined, HERE)
    expect(first).toEqual({ chainId, generation: 1 })
    advance(DAY_MS)
    expect(sessions.renew({ userId: 'u', chainId }, undefined, HERE)).toEqual(first)
    expect(sessions.renew({ userId: 'u', chainId }, 1, HERE)).toEqual({ chainId, generation: 2 })
  })
})

/** Opens a store whose disk accepts nothing of sessions until it is emptied. */
async function openFull(folder: string) {
  const store = await openTestStore(folder)
  const disk = new DatabaseSync(join(folder, 'greenwave.db'))
  onTestFinished(() => disk.close())
  const tables = ['sessions', 'revocations'] as const
  const full = "BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
  for (const table of tables) disk.exec(`CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} ${full}`)
  const empty = (): void => {
    for (const table of tables) disk.exec(`DROP TRIGGER full_${table}`)
  }
  return { store, empty }
}

describe('a disk that is full', () => {
  it('keeps no session alive that was ended, and that is written once there is room', async () => {
    const folder = makeFolder()
    const { store, empty } = await openFull(folder)
    const { sessions, endedSessions, isOver } = sessionsOver(store)
    const notified: string[] = []
    endedSessions.onEnded((subject) => notified.push(subject))
    const { chainId } = sessions.open('u', HERE)
    sessions.end(chainId)
    await store.committed()
    expect(isOver('u', chainId)).toBe(true)
    expect(notified).toEqual([chainId])
    empty()
    await store.close()
    const again = await openTestStore(folder)
    expect(again.revocations.outdatedSince(chainId)).toBeTypeOf('number')
    expect(again.sessions.all()).toEqual([])
  })

  it('keeps nobody out: sessions begin and are renewed', async () => {
    const folder = makeFolder()
    const { store, empty } = await openFull(folder)
    const { sessions } = sessionsOver(store)
    const { chainId } = sessions.open('u', HERE)
    await store.committed()
    expect(sessions.renew({ userId: 'u', chainId }, 1, HERE)).toEqual({ chainId, generation: 2 })
    await store.committed()
    empty()
    await store.close()
    const again = sessionsOver(await openTestStore(folder))
    expect(again.sessions.renew({ userId: 'u', chainId }, 2, HERE)).toEqual({ chainId, generation: 3 })
  })
})

it("a session whose record was lost stays the sign-in provider's, as its token says, however it is first used again", async () => {
  const { sessions, advance } = sessionsOver(await openTestStore(), { ofProviderMs: DAY_MS })
  const { chainId } = sessions.prepare('u')
  const other = sessions.prepare('v')
  expect(sessions.renew({ userId: 'u', chainId, providerSession: '' }, 1, HERE)).toEqual({
    ...{ chainId, generation: 2, providerSession: '' },
  })
  sessions.noteUse({ userId: 'v', chainId: other.chainId, providerSession: 'sid' })
  expect(sessions.of('v')).toMatchObject([{ providerSession: 'sid' }])
  advance(DAY_MS)
  sessions.sweep()
  expect([...sessions.of('u'), ...sessions.of('v')]).toEqual([])
})

it('a session whose record was lost says who opened it, as its token says it, however it is first used again', async () => {
  const folder = makeFolder()
  const store = await openTestStore(folder)
  const lost = sessionsOver(await openTestStore()).sessions.open('u', HERE, { impersonatedBy: 'admin@city.vn' })
  expect(lost).toMatchObject({ generation: 1, impersonatedBy: 'admin@city.vn' })
  const { sessions } = sessionsOver(store)
  expect(sessions.renew({ userId: 'u', ...lost }, 1, HERE)).toEqual({ ...lost, generation: 2 })
  sessions.noteUse({ userId: 'v', chainId: sessions.prepare('v').chainId, impersonatedBy: 'admin@city.vn' })
  await store.close()

  const again = sessionsOver(await openTestStore(folder)).sessions
  expect(again.of('u')).toMatchObject([{ id: lost.chainId, impersonatedBy: 'admin@city.vn' }])
  // Tokens that were issued before said nothing of it: the record is believed, and tells the next ones.
  const { impersonatedBy: _, ...silent } = lost
  expect(again.renew({ userId: 'u', ...silent }, 2, HERE)).toEqual({ ...lost, generation: 3 })
})

describe('the ends of sessions', () => {
  it('are forgotten once all their tokens have expired', async () => {
    const store = await openTestStore()
    const { endedSessions, upkeep, advance } = sessionsOver(store)
    endedSessions.endSession('ended')
    advance(7 * DAY_MS)
    upkeep.prune()
    expect(store.revocations.outdatedSince('ended')).toBeTypeOf('number')
    advance(1)
    upkeep.prune()
    expect(store.revocations.outdatedSince('ended')).toBeUndefined()
  })

  it('are not forgotten on the word of a clock that jumped', async () => {
    const store = await openTestStore()
    const { endedSessions, upkeep, clock } = sessionsOver(store)
    endedSessions.endSession('ended')
    clock.now += 30 * DAY_MS
    clock.steady += 66_000
    upkeep.prune()
    clock.now -= 30 * DAY_MS
    clock.steady += 66_000
    upkeep.prune()
    expect(store.revocations.outdatedSince('ended')).toBeTypeOf('number')
  })
})

it('sessions whose write is refused at once begin all the same, and are written with the next', () => {
  const saved: string[] = []
  let isGone = true
  const repository: Store['sessions'] = {
    all: () => [],
    remove: () => {},
    save: (changed) => {
      if (isGone) throw new Error('database is not open')
      saved.push(...changed.map(({ id }) => id))
    },
  }
  const { sessions, logLines } = sessionsOver({
    sessions: repository,
    revocations: { outdatedSince: () => undefined, invalidate: () => {}, prune: () => {} },
  })
  const first = sessions.open('u', HERE).chainId
  expect(sessions.of('u')).toHaveLength(1)
  expect(logLines.join()).toContain('Saving sessions failed')
  isGone = false
  const second = sessions.open('u', HERE).chainId
  expect(saved).toEqual([first, second])
})
