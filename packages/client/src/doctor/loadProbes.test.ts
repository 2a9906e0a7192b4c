import { expect, test } from 'vitest'
import { openLive } from '../programLive.ts'
import { playedCalls } from '../testing/playedCalls.ts'
import { TestSocket } from '../testing/testSocket.ts'
import { systemTransport } from '../transport.ts'
import { loadProbes } from './loadProbes.ts'
import { tryProbes } from './probe.ts'

const JUNCTIONS = 100
const call = playedCalls(() => ({ totalElements: JUNCTIONS, data: [{ id: { id: 'd' } }] }))

/** Answers each subscription with a frame; closes with 1008 beyond these limits, as a ThingsBoard does. */
function openLimited(sessions: number, subscriptions: number): () => ReturnType<typeof openLive> {
  let opened = 0
  return () =>
    openLive({
      base: 'https://platform.test',
      session: { token: 't', onUnauthorized: async () => null },
      transport: {
        ...systemTransport,
        openSocket(_address, events) {
          opened += 1
          const nth = opened
          const socket = new TestSocket(events)
          let subscribed = 0
          socket.send = (text) => {
            const { cmds = [] } = JSON.parse(text) as { cmds?: { cmdId: number; unsubscribe?: boolean }[] }
            for (const { cmdId } of cmds.filter(({ unsubscribe }) => !unsubscribe)) {
              subscribed += 1
              if (subscribed <= subscriptions) queueMicrotask(() => socket.frame(cmdId, {}))
            }
            const isOver = nth > sessions || subscribed > subscriptions
            if (isOver) setTimeout(() => events.closed(1008, 'Max limit reached'), 0)
          }
          if (nth > sessions) socket.frame = () => {}
          queueMicrotask(() => events.opened())
          return socket
        },
      },
      log: () => {},
    })
}

test('as many subscriptions as a watcher needs, and ten sessions, are well', async () => {
  const found = await tryProbes(call, loadProbes(openLimited(11, 400)))
  expect(found.map(({ level, says }) => [level, says])).toEqual([
    ['ok', '10 at once'],
    ['ok', '400 at once, as a watcher of 100 junctions has'],
  ])
})

test("a limit below is named with the platform's own words, and what to do", async () => {
  const found = await tryProbes(call, loadProbes(openLimited(3, 399)))
  expect(found[0]).toMatchObject({ level: 'warning', says: '3 of 10 work at once: 1008 Max limit reached' })
  const [, few] = await tryProbes(call, loadProbes(openLimited(11, 399)))
  expect(few).toMatchObject({
    level: 'error',
    says: '399 of 400 work at once, which a watcher of 100 junctions needs: 1008 Max limit reached',
    fix: expect.stringContaining('tenant-profile.json'),
  })
})

test('without a junction nothing is tried', async () => {
  const empty = playedCalls(() => ({ totalElements: 0, data: [] }))
  const open = () => {
    throw new Error('no live connection is opened')
  }
  expect((await tryProbes(empty, loadProbes(open))).map(({ level }) => level)).toEqual(['ok', 'ok'])
})
