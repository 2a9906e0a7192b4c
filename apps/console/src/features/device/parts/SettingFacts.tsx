import { isPresent } from '@greenwave/controller/attributes'
import { PLAN_TOTAL_KEY, RED_CLEARANCE_KEY, YELLOW_KEY } from '@greenwave/controller/keys'
import type { SettingGroup } from '@greenwave/controller/settingTable/table'
import type { DeviceClockView } from '../../../data/device/deviceClockView.ts'
import type { Freshness } from '../../../data/device/freshness.ts'
import { type Deliveries, deliveryOf } from '../../../data/device/settings/deliveries.ts'
import { plainValues } from '../../../data/device/settings/settingFacts.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { OpenDialog } from '../model/deviceDialog.ts'
import type { DeviceView } from '../model/deviceView.ts'
import { CurrentTimeFact, DeviceClockFact } from './ClockFacts.tsx'
import { DeliveryTag } from './DeliveryTag.tsx'
import { EditButton } from './EditButton.tsx'
import { Fact, Facts } from './Facts.tsx'

interface SettingFactsProps {
  readonly view: DeviceView
  readonly clock: DeviceClockView | null
  readonly clockFreshness: Freshness['kind']
  readonly deliveries: Deliveries
  readonly onOpen: OpenDialog | undefined
}

const CLEARANCE: SettingGroup = { kind: 'clearance' }
const PLAN_TOTAL: SettingGroup = { kind: 'planTotal' }

/** Clocks, yellow and red clearance, and the plan count, each with where it stands and the way to change it. */
export function SettingFacts({ view, clock, clockFreshness, deliveries, onOpen }: SettingFactsProps) {
  const t = useTexts('device')
  const values = plainValues(view.shared)
  const { clearance, planTotal } = view.settings
  const notSet = t('facts.notSet')
  const hasClearance = isPresent(values, YELLOW_KEY) || isPresent(values, RED_CLEARANCE_KEY)
  return (
    <Facts>
      <CurrentTimeFact />
      <DeviceClockFact clock={clock} freshness={clockFreshness} />
      <Fact
        name={t('facts.clearance')}
        value={hasClearance ? t('facts.clearanceValue', { ...clearance }) : notSet}
        action={onOpen && <EditButton label={t('form.timesTitle')} onClick={() => onOpen({ kind: 'times' })} />}
      >
        <DeliveryTag delivery={deliveryOf(deliveries, CLEARANCE)} />
      </Fact>
      <Fact
        name={t('facts.planCount')}
        value={isPresent(values, PLAN_TOTAL_KEY) ? planTotal : notSet}
        action={onOpen && <EditButton label={t('form.planCountTitle')} onClick={() => onOpen({ kind: 'planCount' })} />}
      >
        <DeliveryTag delivery={deliveryOf(deliveries, PLAN_TOTAL)} />
      </Fact>
    </Facts>
  )
}
