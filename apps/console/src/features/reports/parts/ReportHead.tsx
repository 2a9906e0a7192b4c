import { dateOf, type Period, spanOf } from '@greenwave/observer/conformity/days'
import { timeZone } from '@greenwave/controller/timeZone'
import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import { useId, useState } from 'react'
import { useSession } from '../../../data/session.ts'
import { CorridorFilter } from '../../../shared/CorridorFilter.tsx'
import { CustomerFilter } from '../../../shared/CustomerFilter.tsx'
import { JunctionFilter } from '../../../shared/JunctionFilter.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { shownZone } from '../../../ui/page/zoneNames.ts'
import { dateText, neighbours } from '../model/reportPeriod.ts'
import type { ReportAddress } from '../model/reportAddress.ts'
import styles from './Reports.module.css'

export interface ReportHeadProps {
  readonly address: ReportAddress
  /** A moment of the period, and the platform's time, epoch milliseconds. */
  readonly atMs: number
  readonly nowMs: number
  /** Names of the kinds of day in the report. */
  readonly kinds: readonly string[]
  readonly onAddress: (change: Partial<ReportAddress>) => void
  /** Saves the report as a file; undefined while there is nothing to save. */
  readonly onSave: (() => void) | undefined
}

/** Cleared choice of junctions; a new choice is added to it and so replaces the previous one. */
const ALL_JUNCTIONS = { junction: undefined, customer: undefined, corridor: undefined }

const PERIODS = ['day', 'week', 'month'] as const satisfies readonly Period[]

/**
 * Shows the head of a report: its period, the way to the one before and after, the junctions; and its actions. On a phone
 * all but the actions is folded, so that the verdict is on the first screen.
 */
export function ReportHead({ address, atMs, nowMs, kinds, onAddress, onSave }: ReportHeadProps) {
  const t = useTexts('monitoring', 'reports')
  const session = useSession()
  const [isUnfolded, setUnfolded] = useState(false)
  const filters = useId()
  const { period, junction, customer, corridor, kind } = address
  const { fromMs, untilMs } = spanOf(period, atMs)
  const { before, after } = neighbours(period, atMs, nowMs)
  const [first, last] = [dateText(dateOf(fromMs)), dateText(dateOf(untilMs - 1))]
  const go = (day: string | undefined) => onAddress({ day, page: 0 })
  return (
    <>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <span className={styles.days}>{first === last ? first : t('days', { from: first, to: last })}</span>
        <div className={styles.actions}>
          <Button
            className={styles.unfold ?? ''}
            variant="default"
            aria-expanded={isUnfolded}
            aria-controls={filters}
            leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {t('filters')}
          </Button>
          <Button
            variant="default"
            disabled={!onSave}
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => onSave?.()}
          >
            {t('saveCsv')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
        </div>
      </header>
      <fieldset id={filters} className={styles.filters} data-folded={!isUnfolded || undefined} aria-label={t('period')}>
        <SegmentedControl
          aria-label={t('period')}
          value={period}
          onChange={(value) => onAddress({ period: PERIODS.find((one) => one === value) ?? 'week', page: 0 })}
          data={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
        />
        <Button
          variant="default"
          leftSection={<IconChevronLeft size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => go(before)}
        >
          {t('before')}
        </Button>
        <Button
          variant="default"
          disabled={after === undefined}
          rightSection={<IconChevronRight size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => go(after)}
        >
          {t('after')}
        </Button>
        {after !== undefined && (
          <Button variant="default" onClick={() => go(undefined)}>
            {t('today')}
          </Button>
        )}
        <JunctionFilter
          junction={junction}
          onChange={(deviceId) => onAddress({ ...ALL_JUNCTIONS, junction: deviceId, page: 0 })}
        />
        <CorridorFilter
          corridor={corridor}
          onChange={(corridorId) => onAddress({ ...ALL_JUNCTIONS, corridor: corridorId, page: 0 })}
        />
        {session.state === 'signedIn' && session.isTenantAdmin && (
          <CustomerFilter
            customer={customer}
            onChange={(customerId) => onAddress({ ...ALL_JUNCTIONS, customer: customerId, page: 0 })}
          />
        )}
        {(kinds.length > 0 || kind !== undefined) && (
          <NativeSelect
            label={t('kindOfDay')}
            value={kind ?? ''}
            data={[
              { value: '', label: t('anyKindOfDay') },
              ...[...new Set([...kinds, ...(kind === undefined ? [] : [kind])])],
            ]}
            onChange={({ currentTarget: { value } }) => onAddress({ kind: value || undefined, page: 0 })}
          />
        )}
      </fieldset>
      <p className={styles.note} data-folded={!isUnfolded || undefined}>
        {t('zone', { zone: shownZone(timeZone().name) })}
      </p>
    </>
  )
}
