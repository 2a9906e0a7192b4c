import { type DeviceClockView, deviceTimeAt } from '../../../data/device/deviceClockView.ts'
import type { Freshness } from '../../../data/freshness.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { LazyTerm } from '../../../shared/LazyTerm.tsx'
import { dateText } from '../../../shared/dateText.ts'
import { deviceTimeText, driftTone } from '../../../shared/deviceTimeText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import { useAgeText } from '../../../ui/states/useAgeText.ts'
import { Fact } from './Facts.tsx'

/** The clock tile: date and time in the city, updated each second. */
export function CurrentTimeFact() {
  const t = useTexts('device')
  const nowMs = useNow(1000)
  return <Fact name={t('clock.currentTime')} value={dateText(nowMs)} />
}

/** Shows the controller's own clock. It ticks only while samples arrive; an old time must not look current. */
export function DeviceClockFact({ clock, freshness }: { clock: DeviceClockView | null; freshness: Freshness['kind'] }) {
  const t = useTexts('device')
  const ageText = useAgeText()
  const nowMs = useNow(1000, serverNowMs)
  if (!clock) return <Fact name={t('facts.deviceClock')} value={t('form.notAvailable')} />
  const isLive = freshness === 'live'
  const time = isLive ? deviceTimeAt(clock, nowMs) : clock.time
  return (
    <Fact name={<LazyTerm of="drift">{t('facts.deviceClock')}</LazyTerm>} value={deviceTimeText(time)}>
      {isLive ? (
        <DriftTag clock={clock} />
      ) : (
        <StatusTag tone="mute">{t('clock.stale', { age: ageText(nowMs - clock.oldestAtMs) })}</StatusTag>
      )}
    </Fact>
  )
}

interface DriftTagProps {
  readonly clock: Pick<DeviceClockView, 'driftSeconds' | 'level'> | null
  /** True when samples no longer arrive. The tag then says so and is shown in a neutral colour. */
  readonly old?: boolean
}

/** Shows how far the controller's clock is off, coloured by severity. */
export function DriftTag({ clock, old = false }: DriftTagProps) {
  const t = useTexts('device')
  const drift = useDriftText()
  if (!clock || clock.driftSeconds === null) return null
  const seconds = Math.abs(clock.driftSeconds)
  const words =
    clock.driftSeconds === 0
      ? t('clock.driftNone')
      : t(clock.driftSeconds > 0 ? 'clock.driftAhead' : 'clock.driftBehind', { seconds })
  return (
    <StatusTag tone={old ? 'mute' : driftTone(clock.level)} {...(!old && { title: words })}>
      {t('clock.label', { drift: drift(clock.driftSeconds) })}
      {old && ` · ${t('signals.lastKnown')}`}
    </StatusTag>
  )
}

/** Returns a function that gives the text for a drift in whole seconds, such as '+3 s', '−3 s' or 'in step'. */
export function useDriftText(): (driftSeconds: number) => string {
  const t = useTexts('device')
  return (driftSeconds) => {
    if (driftSeconds === 0) return t('clock.inStep')
    return t(driftSeconds > 0 ? 'clock.ahead' : 'clock.behind', { seconds: Math.abs(driftSeconds) })
  }
}
