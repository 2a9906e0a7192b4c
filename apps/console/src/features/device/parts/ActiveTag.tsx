import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import type { Health } from '../../../data/health.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import { StatusTag, toneOfMark } from '../../../ui/states/StatusTag.tsx'

const activeOf = ({ server, connectivity }: DeviceState) => server && connectivity.active

/**
 * Shows the platform's activity flag as a badge: Active green, Inactive red; while live data is lost, the last known
 * flag in a neutral colour. The flag of the list is shown until the server attributes have arrived. With the health of the
 * junction it takes the worst state: its name, its mark and its colour.
 */
export function ActiveTag({ info, health = null }: { info: DeviceInfo; health?: Health | null }) {
  const t = useTexts('device')
  const lost = useLiveLost()
  const active = useDevice(info.id.id, activeOf) ?? info.active
  const { name } = useHealthWords()
  const worst = health?.current && health.level >= 3 ? health : null
  const flag = t(active ? 'info.active' : 'info.inactive')
  const words = worst ? `${flag} · ${name(worst)}` : flag
  if (lost) return <StatusTag tone="mute">{`${words} · ${t('signals.lastKnown')}`}</StatusTag>
  if (worst) {
    return (
      <StatusTag tone={toneOfMark(worst.mark)} withShape={false}>
        <HealthMark mark={worst.mark} />
        {words}
      </StatusTag>
    )
  }
  return <StatusTag tone={active ? 'ok' : 'bad'}>{words}</StatusTag>
}
