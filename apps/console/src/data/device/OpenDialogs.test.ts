import type { OpenDialog } from '@greenwave/contract/records/openDialogs'
import { describe, expect, it } from 'vitest'
import { GONE_MS, OpenDialogs } from './OpenDialogs.ts'

/** A platform with a clock that passes on every report, and tabs on it. */
function createTabs() {
  let nowMs = 1_800_000_000_000
  const timers = new Set<{ readonly atMs: number; readonly callback: () => void }>()
  const tabs = new Map<
    string,
    { hear?: (ts: number, dialog: OpenDialog) => void; live?: () => void; isDead: boolean }
  >()
  const sent: OpenDialog[] = []
  return {
    sent,
    open(tab: string, device = 'junction') {
      const state: NonNullable<ReturnType<typeof tabs.get>> = { isDead: false }
      tabs.set(tab, state)
      let others: readonly OpenDialog[] = []
      const own = { tab, device, by: { id: tab, name: tab }, title: 'Program 1', since: nowMs, open: true }
      const dialogs = new OpenDialogs(
        own,
        {
          follow: (arrived) => {
            state.hear = arrived
            return () => delete state.hear
          },
          onLive: (again) => {
            state.live = again
            return () => delete state.live
          },
          send: (dialog) => {
            if (state.isDead) return
            sent.push(dialog)
            for (const other of tabs.values()) if (!other.isDead) other.hear?.(nowMs, dialog)
          },
          nowMs: () => nowMs,
          after: (ms, callback) => {
            const timer = { atMs: nowMs + ms, callback }
            timers.add(timer)
            return () => timers.delete(timer)
          },
        },
        (now) => {
          others = now
        },
      )
      return {
        others: () => others.map(({ tab: other }) => other),
        leave: () => dialogs.leave(),
        /** The browser is killed: it neither says nor hears anything. */
        die: () => {
          state.isDead = true
        },
        revive: () => {
          state.isDead = false
          state.live?.()
        },
      }
    },
    pass(ms: number) {
      const untilMs = nowMs + ms
      while (nowMs < untilMs) {
        nowMs += 1000
        for (const timer of [...timers]) {
          if (timer.atMs > nowMs) continue
          timers.delete(timer)
          timer.callback()
        }
      }
    },
  }
}

describe('tabs with a dialog of settings', () => {
  it('know one another as soon as the second one opens, at the same junction only', () => {
    const tabs = createTabs()
    const [a, elsewhere] = [tabs.open('a'), tabs.open('elsewhere', 'other')]
    expect(a.others()).toEqual([])
    tabs.pass(60_000)
    const b = tabs.open('b')
    expect([a.others(), b.others(), elsewhere.others()]).toEqual([['b'], ['a'], []])
    tabs.pass(600_000)
    expect([a.others(), b.others()]).toEqual([['b'], ['a']])
  })

  it('are gone at once when they close, and after seconds when their browser dies', () => {
    const tabs = createTabs()
    const [a, b, c] = [tabs.open('a'), tabs.open('b'), tabs.open('c')]
    b.leave()
    expect([a.others(), c.others()]).toEqual([['c'], ['a']])
    c.die()
    tabs.pass(GONE_MS - 1000)
    expect(a.others()).toEqual(['c'])
    tabs.pass(11_000)
    expect(a.others()).toEqual([])
  })

  it('report themselves once while they are alone', () => {
    const tabs = createTabs()
    const a = tabs.open('a')
    tabs.pass(3_600_000)
    a.leave()
    expect(tabs.sent.map(({ open }) => open)).toEqual([true, false])
  })

  it('meet again after both were without a connection', () => {
    const tabs = createTabs()
    const [a, b] = [tabs.open('a'), tabs.open('b')]
    for (const tab of [a, b]) tab.die()
    tabs.pass(120_000)
    expect([a.others(), b.others()]).toEqual([[], []])
    for (const tab of [a, b]) tab.revive()
    expect([a.others(), b.others()]).toEqual([['b'], ['a']])
  })

  it('see nobody in a report that is old', () => {
    const tabs = createTabs()
    const a = tabs.open('a')
    a.die()
    tabs.pass(GONE_MS + 1000)
    let others: readonly OpenDialog[] = []
    const old = tabs.sent[0] as OpenDialog
    const now = old.since + GONE_MS + 1000
    const deps = {
      onLive: () => () => undefined,
      send: () => undefined,
      nowMs: () => now,
      after: () => () => undefined,
    }
    const follow = (arrived: (ts: number, dialog: OpenDialog) => void) => {
      queueMicrotask(() => arrived(old.since, old))
      return () => undefined
    }
    new OpenDialogs({ ...old, tab: 'b' }, { ...deps, follow }, (all) => {
      others = all
    })
    return Promise.resolve().then(() => expect(others).toEqual([]))
  })
})
