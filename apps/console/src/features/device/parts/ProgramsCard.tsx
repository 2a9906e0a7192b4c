import type { AttributeValues } from '@greenwave/controller/attributes'
import { isDanger } from '@greenwave/controller/checks/danger'
import type { Finding } from '@greenwave/controller/checks/finding'
import type { OwnLimits } from '@greenwave/controller/checks/ownLimits'
import { plansUsing } from '@greenwave/controller/checks/program'
import { PROGRAM_NUMBERS } from '@greenwave/controller/controllerLimits'
import { servedPhases } from '@greenwave/controller/cycle'
import { periodKey } from '@greenwave/controller/keys'
import { totalPeriod } from '@greenwave/controller/period'
import type { ControllerSettings, Program } from '@greenwave/controller/settings'
import { programRow } from '@greenwave/controller/settingTable/program'
import { OPTIONAL_KEYS } from '@greenwave/controller/settingTable/table'
import { Button } from '@mantine/core'
import { memo, useEffect } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { deliveryOf, valuesOf } from '../../../data/device/settings/deliveries.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { LazyTerm } from '../../../shared/LazyTerm.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import { SkeletonRows } from '../../../ui/states/Skeletons.tsx'
import { StatusShape, StatusTag } from '../../../ui/states/StatusTag.tsx'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { DeliveryTag } from './DeliveryTag.tsx'
import { EditButton } from './EditButton.tsx'
import { ProgramBar } from './ProgramBar.tsx'
import styles from './SettingRows.module.css'

/** Loaded while the settings are, on which it waits anyway. */
const OptionalSettings = lazyPart(async () => (await import('./OptionalSettings.tsx')).OptionalSettings, 'device')

interface ProgramsCardProps {
  readonly deviceId: string
  readonly onOpen: OpenDialog | undefined
}

const REPORTED_KEYS = [...PROGRAM_NUMBERS.map(periodKey), ...OPTIONAL_KEYS]

const programsOf = (device: DeviceState) => ({
  /** Null until the shared attributes have arrived. */
  settings: device.shared ? device.settings : null,
  reported: valuesOf(device.client, REPORTED_KEYS),
  limits: device.site.limits,
  /** The number of the program in effect. */
  runningProgram: device.connectivity.online ? (device.inEffect?.program ?? null) : null,
  deliveries: device.deliveries,
})

/**
 * Shows the six programs: greens, cycle, the findings about those in use, and whether the controller has taken them.
 */
export const ProgramsCard = memo(function ProgramsCard({ deviceId, onOpen }: ProgramsCardProps) {
  const t = useTexts('device')
  const { settings, reported, limits, runningProgram, deliveries } = useDevice(deviceId, programsOf)
  useEffect(() => void OptionalSettings.preload(), [])
  // True when the values are only the last known ones.
  const old = useLiveLost()
  return (
    <Card
      title={<LazyTerm of="program">{t('programs.title')}</LazyTerm>}
      padded={false}
      tags={old && <StatusTag tone="mute">{t('signals.lastKnown')}</StatusTag>}
      actions={
        onOpen && (
          <Button variant="subtle" size="compact-sm" onClick={() => onOpen({ kind: 'clearance' })}>
            {t('programs.times')}
          </Button>
        )
      }
    >
      {settings ? (
        <ul className={styles.rows}>
          {settings.programs.map((program) => (
            <ProgramRow
              key={program.number}
              program={program}
              settings={settings}
              reported={reported}
              limits={limits}
              running={program.number === runningProgram}
              old={old}
              onOpen={onOpen}
              optional={
                <PartLoading>
                  <OptionalSettings
                    program={program.number}
                    settings={settings}
                    reported={reported}
                    deliveries={deliveries}
                    onOpen={onOpen}
                  />
                </PartLoading>
              }
            >
              <DeliveryTag delivery={deliveryOf(deliveries, { kind: 'program', program: program.number })} />
            </ProgramRow>
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Card>
  )
})

interface ProgramRowProps {
  readonly program: Program
  readonly settings: ControllerSettings
  readonly reported: AttributeValues
  readonly limits: OwnLimits
  readonly running: boolean
  readonly old: boolean
  readonly onOpen: OpenDialog | undefined
  readonly optional: React.ReactNode
  readonly children: React.ReactNode
}

const PERIOD_TEXTS = {
  reported: 'programs.periodReported',
  shared: 'programs.periodShared',
  computed: 'programs.periodComputed',
} as const

function ProgramRow({
  program,
  settings,
  reported,
  limits,
  running,
  old,
  onOpen,
  optional,
  children,
}: ProgramRowProps) {
  const t = useTexts('device')
  const { number } = program
  const { clearance } = settings
  const plans = plansUsing(settings, number)
  const period = totalPeriod(program, clearance, reported)
  const [first, second, third] = program.phases
  const served = servedPhases(program).length > 0
  const findings =
    plans.length > 0 ? programRow.at({ program: number }).check(program, { settings, reported, limits }) : []
  return (
    <li className={styles.program} data-running={(running && !old) || undefined}>
      <div className={styles.programHead}>
        <div className={styles.programName}>
          <b>{t('program', { program: number })}</b>
          {running && (
            <StatusTag tone={old ? 'mute' : 'info'}>
              {t('programs.running')}
              {old && ` · ${t('signals.lastKnown')}`}
            </StatusTag>
          )}
          {plans.length === 0 && <StatusTag tone="mute">{t('programs.notUsed')}</StatusTag>}
        </div>
        <div className={styles.side}>
          {period.seconds > 0 && (
            <span className={styles.period} title={t(PERIOD_TEXTS[period.source])}>
              {t('programs.period', { seconds: period.seconds })}
            </span>
          )}
          {onOpen && (
            <EditButton
              label={t('programs.edit', { program: number })}
              onClick={() => onOpen({ kind: 'program', program: number })}
            />
          )}
        </div>
      </div>
      <div className={styles.bar}>
        <ProgramBar program={program} clearance={clearance} />
      </div>
      <div className={styles.programFoot}>
        <small className={styles.greens}>
          {served
            ? t('programs.greens', { first: first.green, second: second.green, third: third.green })
            : t('programs.noGreen')}
        </small>
        {children}
      </div>
      {optional}
      <Remarks findings={findings} />
    </li>
  )
}

const FindingList = lazyPart(async () => (await import('./FindingList.tsx')).FindingList, 'device', 'settings')

/** Shows the findings about a program in a closed section. Its title names the worst one. */
function Remarks({ findings }: { findings: readonly Finding[] }) {
  const t = useTexts('device')
  if (findings.length === 0) return null
  const danger = findings.find(isDanger)
  const overlap = danger && 'overlap' in danger.params ? danger.params : null
  return (
    <details className={styles.remarks} data-danger={danger !== undefined || undefined}>
      <summary>
        <StatusShape tone={danger ? 'bad' : 'warn'} />{' '}
        {overlap
          ? t('programs.overlap', { first: overlap.phase, second: overlap.other, seconds: overlap.overlap })
          : t('programs.remarks', { count: findings.length })}
      </summary>
      <PartLoading>
        <FindingList findings={findings} />
      </PartLoading>
    </details>
  )
}
