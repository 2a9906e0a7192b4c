import { isPresent } from '@greenwave/controller/attributes'
import { PLAN_TOTAL_KEY, RED_CLEARANCE_KEY, YELLOW_KEY } from '@greenwave/controller/keys'
import { OPTIONAL_KEYS, type SettingGroup } from '@greenwave/controller/settingTable/table'
import { Skeleton } from '@mantine/core'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { deliveryOf, valuesOf } from '../../../data/device/settings/deliveries.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { LazyTerm } from '../../../shared/LazyTerm.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { CurrentTimeFact, DeviceClockFact } from './ClockFacts.tsx'
import { DeliveryTag } from './DeliveryTag.tsx'
import { EditButton } from './EditButton.tsx'
import { Fact, Facts } from './Facts.tsx'

interface SettingFactsProps {
  readonly deviceId: string
  readonly onOpen: OpenDialog | undefined
}

const OptionalSettings = lazyPart(async () => (await import('./OptionalSettings.tsx')).OptionalSettings, 'device')
/** Loaded with its texts after the lamps are shown. */
const DisplayFacts = lazyPart(async () => (await import('./DisplayFacts.tsx')).DisplayFacts, 'device', 'settings')
/** Pixels. */
const FACT_HEIGHT = 40

const CLEARANCE: SettingGroup = { kind: 'clearance' }
const PLAN_TOTAL: SettingGroup = { kind: 'planTotal' }

const SHOWN_KEYS = [YELLOW_KEY, RED_CLEARANCE_KEY, PLAN_TOTAL_KEY]

const settingsOf = ({ shared, client, settings, deliveries }: DeviceState) => ({
  values: valuesOf(shared, SHOWN_KEYS),
  reported: valuesOf(client, OPTIONAL_KEYS),
  settings,
  deliveries,
})
const clockOf = ({ clock, clockFreshness }: DeviceState) => ({ clock, freshness: clockFreshness.kind })

/**
 * Shows the clocks, yellow and red clearance, the plan count, the optional settings that belong to no program, and what is
 * noted of displays and control; the settings with their delivery, and buttons to change them.
 */
export function SettingFacts({ deviceId, onOpen }: SettingFactsProps) {
  const t = useTexts('device')
  const common = useTexts('common')
  const { values, reported, settings, deliveries } = useDevice(deviceId, settingsOf)
  const { clearance, planTotal } = settings
  const notSet = t('facts.notSet')
  const unset = (key: string) => !isPresent(values, key)
  const unsetTimes = [
    unset(YELLOW_KEY) && t('setting.yellow'),
    unset(RED_CLEARANCE_KEY) && t('setting.redClearance'),
  ].filter((name) => name !== false)
  return (
    <Facts>
      <CurrentTimeFact />
      <DeviceClock deviceId={deviceId} />
      <Fact
        name={<LazyTerm of="redClearance">{t('facts.clearance')}</LazyTerm>}
        value={t('facts.clearanceValue', { ...clearance })}
        action={onOpen && <EditButton label={t('form.timesTitle')} onClick={() => onOpen({ kind: 'clearance' })} />}
      >
        {unsetTimes.length > 0 && (
          <StatusTag tone="mute">
            {unsetTimes.length === 2 ? notSet : t('facts.notSetOf', { names: unsetTimes.join() })}
          </StatusTag>
        )}
        <DeliveryTag delivery={deliveryOf(deliveries, CLEARANCE)} />
      </Fact>
      <Fact
        name={t('facts.planCount')}
        value={planTotal}
        action={onOpen && <EditButton label={t('form.planCountTitle')} onClick={() => onOpen({ kind: 'planTotal' })} />}
      >
        {unset(PLAN_TOTAL_KEY) && <StatusTag tone="mute">{notSet}</StatusTag>}
        <DeliveryTag delivery={deliveryOf(deliveries, PLAN_TOTAL)} />
      </Fact>
      <PartLoading failed={null}>
        <OptionalSettings settings={settings} reported={reported} deliveries={deliveries} onOpen={onOpen} />
      </PartLoading>
      <PartLoading
        // In a list of facts each child is one.
        meanwhile={<Fact name={common('loading')} value={<Skeleton height={FACT_HEIGHT} radius="md" />} />}
        failed={<Fact name={common('partMissing')} value={null} />}
      >
        <DisplayFacts deviceId={deviceId} onOpen={onOpen} />
      </PartLoading>
    </Facts>
  )
}

function DeviceClock({ deviceId }: { deviceId: string }) {
  return <DeviceClockFact {...useDevice(deviceId, clockOf)} />
}
