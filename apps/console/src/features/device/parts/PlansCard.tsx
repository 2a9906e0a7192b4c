import { KIND_KEY } from '@greenwave/contract/records/recordKeys'
import { isPresent } from '@greenwave/controller/attributes'
import type { PlanNumber } from '@greenwave/controller/controllerLimits'
import { PLAN_TOTAL_KEY } from '@greenwave/controller/keys'
import { outOfPlayReason, runningOf } from '@greenwave/controller/schedule'
import type { ControllerSettings, Plan } from '@greenwave/controller/settings'
import { planRow } from '@greenwave/controller/settingTable/plan'
import { keysOf } from '@greenwave/controller/settingTable/table'
import { plainValues } from '@greenwave/observer/inEffect'
import { Button } from '@mantine/core'
import { memo, useCallback } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { deliveryOf } from '../../../data/device/settings/deliveries.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { LazyTerm } from '../../../shared/LazyTerm.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { SkeletonRows } from '../../../ui/states/Skeletons.tsx'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { StatusShape, StatusTag } from '../../../ui/states/StatusTag.tsx'
import { useLoadedQuietly } from '../../../ui/states/useLoadedQuietly.ts'
import { planTimeText } from '../model/clockText.ts'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { DayStrip } from './DayStrip.tsx'
import { DeliveryTag } from './DeliveryTag.tsx'
import { EditButton } from './EditButton.tsx'
import { NextChangeLine } from './NextChangeLine.tsx'
import styles from './SettingRows.module.css'

const KindLine = lazyPart(async () => (await import('./KindLine.tsx')).KindLine, 'settings')

interface PlansCardProps {
  readonly deviceId: string
  readonly onOpen: OpenDialog | undefined
}

const plansOf = (device: DeviceState) => ({
  /** Null until the shared attributes have arrived. */
  settings: device.shared ? device.settings : null,
  /** The settings that the controller runs, as far as it reports them; the day follows these. */
  running: device.running,
  values: plainValues(device.shared ?? {}),
  runningPlan: device.connectivity.online ? (device.inEffect?.plan ?? null) : null,
  disagreement: device.disagreement,
  day: device.day,
  modeIsKnown: device.modeIsKnown,
  deliveries: device.deliveries,
  kindNote: device.server?.[KIND_KEY]?.value,
})

/**
 * Shows the day of a controller and its six plans: which one runs, which never will, and whether the controller has
 * taken them.
 */
export const PlansCard = memo(function PlansCard({ deviceId, onOpen }: PlansCardProps) {
  const { settings, running, values, runningPlan, disagreement, day, modeIsKnown, deliveries, kindNote } = useDevice(
    deviceId,
    plansOf,
  )
  // True when the values are only the last known ones.
  const old = useLiveLost()
  const t = useTexts('device')
  const isKindLoaded = useLoadedQuietly(KindLine, kindNote !== undefined && kindNote !== '')
  const editPlan = useCallback((plan: PlanNumber) => onOpen?.({ kind: 'plan', plan }), [onOpen])
  return (
    <Card
      title={<LazyTerm of="plan">{t('plans.title')}</LazyTerm>}
      padded={false}
      tags={
        settings && (
          <StatusTag tone="mute">
            {t('plans.count', { total: settings.planTotal })}
            {!isPresent(values, PLAN_TOTAL_KEY) && ` · ${t('plans.countUnset')}`}
          </StatusTag>
        )
      }
      actions={
        onOpen && (
          <Button variant="subtle" size="compact-sm" onClick={() => onOpen({ kind: 'planTotal' })}>
            {t('plans.editCount')}
          </Button>
        )
      }
    >
      {settings ? (
        <>
          <div className={styles.padded}>
            <DayStrip
              settings={running}
              modeIsKnown={modeIsKnown}
              nowSecond={day.nowSecond}
              nowBy={day.nowBy}
              old={old}
              onEditPlan={onOpen && editPlan}
            />
            {old && <p className={styles.remark}>{t('schedule.lastKnownHint')}</p>}
            <NextChangeLine settings={running} modeIsKnown={modeIsKnown} aheadSeconds={day.aheadSeconds} />
            {isKindLoaded && <KindLine note={kindNote} />}
            {disagreement && !old && (
              <p className={styles.remark} data-tone="warn">
                <StatusShape tone="warn" />{' '}
                {disagreement.reported === null
                  ? t('schedule.noneReported', { scheduled: disagreement.scheduled })
                  : t('schedule.otherReported', { reported: disagreement.reported, scheduled: disagreement.scheduled })}
              </p>
            )}
          </div>
          <ul className={styles.rows}>
            {settings.plans.map((plan) => (
              <PlanRow
                key={plan.number}
                plan={plan}
                settings={settings}
                isSet={keysOf(planRow.at({ plan: plan.number })).some((key) => isPresent(values, key))}
                running={plan.number === runningPlan}
                old={old}
                onEdit={onOpen && editPlan}
              >
                <DeliveryTag delivery={deliveryOf(deliveries, { kind: 'plan', plan: plan.number })} />
              </PlanRow>
            ))}
          </ul>
        </>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Card>
  )
})

interface PlanRowProps {
  readonly plan: Plan
  readonly settings: ControllerSettings
  /** False for a plan that was never set: its values read as 0, and as program 1. */
  readonly isSet: boolean
  readonly running: boolean
  /** True when `running` is only the last known state. */
  readonly old: boolean
  readonly onEdit: ((plan: PlanNumber) => void) | undefined
  readonly children: React.ReactNode
}

function PlanRow({ plan, settings, isSet, running, old, onEdit, children }: PlanRowProps) {
  const t = useTexts('device')
  const reason = outOfPlayReason(settings, plan)
  const edit = onEdit && (
    <EditButton label={t('plans.edit', { plan: plan.number })} onClick={() => onEdit(plan.number)} />
  )
  const runs = runningOf(settings, plan)
  const program = runs.kind === 'program' ? t('program', { program: runs.program }) : t('plans.flashing')
  return (
    <li className={styles.row} data-running={(running && !old) || undefined} data-out={reason !== null || undefined}>
      <span className={styles.number} aria-hidden>
        {plan.number}
      </span>
      <div className={styles.what}>
        <span className={styles.big} title={t('plan', { plan: plan.number })}>
          {planTimeText(plan)}
        </span>
        <small>
          {program}
          {running && ` · ${t('plans.running')}`}
          {running && old && `, ${t('signals.lastKnown')}`}
        </small>
        {(reason || !isSet) && (
          <small className={styles.reason}>
            {[reason && reasonText(), !isSet && t('plans.notSet')].filter(Boolean).join(' · ')}
          </small>
        )}
      </div>
      <div className={styles.tags}>{isSet && children}</div>
      {edit}
    </li>
  )

  function reasonText(): string {
    switch (reason?.kind) {
      case 'abovePlanTotal':
        return t('plans.aboveTotal')
      case 'invalidTime':
        return t('plans.invalidTime')
      case 'sameStart':
        return t('plans.sameStart', { plan: reason.plan })
      default:
        return t('plans.disabled')
    }
  }
}
