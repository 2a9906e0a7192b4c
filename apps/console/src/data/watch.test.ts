import { pulseKey } from '@greenwave/contract/records/watch'
import { describe, expect, it, vi } from 'vitest'
import { parseWatch, WATCH_UNKNOWN, WatchHolder, type WatchState, watchStateAt } from './watch.ts'

const pulse = (at: number, levels: readonly number[], revision = 1) => ({
  ts: at,
  value: JSON.stringify({ at, levels, unknown: 1, revision }),
})

describe('the watch', () => {
  it('is that of its only share', () => {
    const attributes = { [pulseKey(1, 1)]: pulse(5000, [8, 0, 1, 0, 2, 1], 7), other: { ts: 1, value: 'x' } }
    expect(parseWatch(attributes)).toEqual({
      atMs: 5000,
      levels: [8, 0, 1, 0, 2, 1],
      unknown: 1,
      revision: 7,
    })
  })

  it('adds up its shares and is as old as the one that was silent longest', () => {
    const attributes = {
      [pulseKey(1, 2)]: pulse(5000, [1, 0, 0, 0, 0, 1]),
      [pulseKey(2, 2)]: pulse(3000, [2, 0, 0, 3, 0, 0]),
    }
    expect(parseWatch(attributes)).toEqual({
      atMs: 3000,
      levels: [3, 0, 0, 3, 0, 1],
      unknown: 2,
      revision: 2,
    })
  })

  it('says how messages are sent, as the newest pulse does', () => {
    const tells = { email: true, push: 'BKey' }
    const value = JSON.stringify({ at: 9000, levels: [1, 0, 0, 0, 0, 0], revision: 1, tells })
    expect(parseWatch({ [pulseKey(1, 1)]: { ts: 1, value } })?.tells).toEqual(tells)
  })

  it('is over as long as one of its shares hears nothing, since that share heard something last', () => {
    const unheard = { why: 'silence', since: 4000, says: '' }
    const deaf = JSON.stringify({ at: 5000, levels: [1, 0, 0, 0, 0, 0], revision: 1, unheard })
    const watch = parseWatch({
      [pulseKey(1, 2)]: { ts: 1, value: deaf },
      [pulseKey(2, 2)]: pulse(4900, [2, 0, 0, 0, 0, 0]),
    })
    expect(watch).toMatchObject({ atMs: 4000, unheard })
    expect(watchStateAt(watch, 5000).kind).toBe('lapsed')
  })

  it('is not whole without one of its shares, and leaves out those of a division before', () => {
    expect(parseWatch({ [pulseKey(2, 2)]: pulse(5000, [2, 0, 0, 0, 0, 0]) })?.atMs).toBe(0)
    const after = {
      [pulseKey(1, 2)]: pulse(1000, [9, 0, 0, 0, 0, 0]),
      [pulseKey(1, 1)]: pulse(5000, [2, 0, 0, 0, 0, 0]),
    }
    expect(parseWatch(after)).toMatchObject({ atMs: 5000, levels: [2, 0, 0, 0, 0, 0] })
  })

  it('does not exist without a pulse', () => {
    expect(parseWatch({ other: { ts: 1, value: 'x' }, [pulseKey(1, 1)]: { ts: 1, value: 'x' } })).toBeNull()
  })

  it('is over three minutes after its last pulse', () => {
    const watch = parseWatch({ [pulseKey(1, 1)]: pulse(5000, [1, 0, 0, 0, 0, 0]) })
    expect(watchStateAt(watch, 185_000).kind).toBe('watched')
    expect(watchStateAt(watch, 185_001).kind).toBe('lapsed')
    expect(watchStateAt(null, 0).kind).toBe('never')
    expect(watchStateAt(undefined, 0)).toBe(WATCH_UNKNOWN)
  })

  it('is told to its watchers when it changes, and only then', () => {
    const holder = new WatchHolder<WatchState>(WATCH_UNKNOWN)
    const watcher = vi.fn()
    const stop = holder.onChange(watcher)
    holder.set({ kind: 'never' })
    holder.set({ kind: 'never' })
    stop()
    holder.set(WATCH_UNKNOWN)
    expect(watcher).toHaveBeenCalledTimes(1)
    expect(holder.state).toEqual(WATCH_UNKNOWN)
  })
})
