import IconTransfer from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs'
import IconDeviceTv from '@tabler/icons-react/dist/esm/icons/IconDeviceTv.mjs'
import { Link } from '@tanstack/react-router'
import type { OpenIncidents } from '../../../data/fleet/OpenIncidents.ts'
import type { Fleet } from '../../../data/fleet/Fleet.ts'
import { MOST_INCIDENTS } from '../../../data/fleet/incidentReads.ts'
import { useFleetStatus } from '../../../data/fleet/useFleet.ts'
import { useWrongRows } from '../../../data/fleet/useWrongRows.ts'
import { countWrong, incidentsOf, type WrongRow } from '../../../data/fleet/worstFirst.ts'
import { markOf } from '../../../data/health.ts'
import { useSession } from '../../../data/session.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { NowAddress } from '../model/nowAddress.ts'
import styles from './ListHead.module.css'

interface ListHeadProps {
  readonly address: NowAddress
  readonly fleet: Fleet
  readonly open: OpenIncidents
}

/** The choice of incidents, each with how many junctions have some, and the level to which the page is limited. */
export function ListHead({ address: { show, level }, fleet, open }: ListHeadProps) {
  const t = useTexts('incidents', 'now')
  const rows = useWrongRows(fleet, open)
  const { total = 0, atMs } = useFleetStatus(open)
  const isAcknowledged = (row: WrongRow) => incidentsOf(row).some(({ acknowledgedMs }) => acknowledgedMs !== null)
  const counts = {
    // Of more incidents than are read the junctions are not known.
    open: total > MOST_INCIDENTS ? total : junctionsOf(rows),
    acknowledged: junctionsOf(rows.filter(isAcknowledged)),
    past: undefined,
  }
  return (
    <div className={styles.head}>
      {level !== undefined && (
        <Link className={styles.only ?? ''} to="/now" search={{ show }}>
          {t(`only.${markOf(level)}`)} · {t('showAll')}
        </Link>
      )}
      <nav className={styles.choices} aria-label={t('shown')}>
        {(['open', 'acknowledged', 'past'] as const).map((one) => (
          <Link
            key={one}
            className={styles.choice ?? ''}
            to="/now"
            search={one === 'past' || level === undefined ? { show: one } : { show: one, level }}
            activeOptions={{ exact: true }}
            data-chosen={one === show || undefined}
          >
            {t(one)} {atMs !== null && counts[one] !== undefined && <b>{counts[one]}</b>}
          </Link>
        ))}
      </nav>
    </div>
  )
}

/** Links to the shifts, for administrators, and to the wall. */
export function ShiftsAndWall() {
  const t = useTexts('incidents', 'now')
  const session = useSession()
  return (
    <div className={styles.links}>
      {session.state === 'signedIn' && session.isTenantAdmin && (
        <Link to="/shifts">
          <IconTransfer size={18} stroke={1.7} aria-hidden="true" /> {t('shifts')}
        </Link>
      )}
      <Link to="/now" search={{ view: 'wall' }}>
        <IconDeviceTv size={18} stroke={1.7} aria-hidden="true" /> {t('wall')}
      </Link>
    </div>
  )
}

/** Returns how many junctions have a problem, or are held or muted. */
function junctionsOf(rows: readonly WrongRow[]): number {
  const { danger, fault, deviation, hold, muted } = countWrong(rows)
  return danger + fault + deviation + hold + muted
}
