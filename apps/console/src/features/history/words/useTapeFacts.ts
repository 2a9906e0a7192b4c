import { levelNameOf } from '../../../data/alarmWords.ts'
import { markOf } from '../../../data/health.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { type LaneStretch, laneOf, type TapeFacts } from '../model/paintLanes.ts'
import type { TapeSnapshot } from '../model/TapeModel.ts'
import { useHistoryWords } from './useHistoryWords.ts'

/** Builds the contents of the lanes of a tape, in the reader's language. */
export function useTapeFacts({ inForce, connections, incidents, ...snapshot }: TapeSnapshot): TapeFacts {
  const t = useTexts('monitoring', 'history')
  const words = useHistoryWords()
  const { recordedIncidents, changes, view } = snapshot
  const lastMs = Math.min(view.untilMs, serverNowMs())
  const ofAlarms = incidents?.map((one): LaneStretch => {
    const tone = markOf(one.level)
    return { fromMs: one.sinceMs, untilMs: one.endedMs ?? lastMs, text: words.incident(one), tone }
  })
  const ofEvents = recordedIncidents.map((one): LaneStretch => {
    const tone = levelNameOf(one.severity)
    return { fromMs: one.sinceMs, untilMs: one.clearedMs ?? lastMs, text: words.incident(one), tone }
  })
  return {
    names: {
      plan: t('lanes.plan'),
      mode: t('lanes.mode'),
      incidents: t('lanes.incidents'),
      changes: t('lanes.changes'),
      connection: t('lanes.connection'),
      clock: t('lanes.clock'),
    },
    stretches: {
      plan: laneOf(inForce.plans, (plan) => ({ text: words.plan(plan), tone: 'plain' })),
      mode: laneOf(inForce.modes, (mode) => ({ text: words.mode(mode), tone: mode === 4 ? 'plain' : 'marked' })),
      incidents: ofAlarms ?? ofEvents,
      connection: laneOf(connections, (connected) => ({
        text: t(connected ? 'connected' : 'gone'),
        tone: connected ? 'plain' : 'gone',
      })),
    },
    changes: changes.map((change) => ({ atMs: change.atMs, text: `${change.who}: ${words.changed(change)}` })),
  }
}
