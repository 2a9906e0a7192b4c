import { Link, type LinkProps } from '@tanstack/react-router'
import { useTexts } from '../texts/useTexts.ts'
import styles from './JunctionTabs.module.css'

/** The pages of one junction, in the order of their tabs. */
type JunctionTab = 'live' | 'history' | 'changes' | 'sheet' | 'evidence'

/** Properties of `JunctionTabs`. */
export interface JunctionTabsProps {
  readonly deviceId: string
  readonly current: JunctionTab
  /** The second at which the history opens, epoch milliseconds; now without. */
  readonly atMs?: number | undefined
  /** Span of the evidence, epoch milliseconds; the last minutes without. */
  readonly evidence?: { readonly from?: number; readonly until?: number }
}

const EXACT = { exact: true, includeSearch: false }

/** The tabs of a junction: links to its pages, of which one is open. */
export function JunctionTabs({ deviceId, current, atMs, evidence = {} }: JunctionTabsProps) {
  const t = useTexts('device', 'tabs')
  const params = { deviceId }
  const tab = (name: JunctionTab, link: LinkProps) => (
    // Without `exact`, the router would mark Live on every page of the junction.
    <Link {...link} activeOptions={EXACT} aria-current={name === current ? 'page' : undefined}>
      {t(name)}
    </Link>
  )
  return (
    <nav className={styles.tabs} aria-label={t('label')}>
      {tab('live', { to: '/devices/$deviceId', params })}
      {tab('history', { to: '/devices/$deviceId/history', params, search: atMs === undefined ? {} : { at: atMs } })}
      {tab('changes', { to: '/changes', search: { junction: deviceId } })}
      {tab('sheet', { to: '/devices/$deviceId/sheet', params })}
      {tab('evidence', { to: '/devices/$deviceId/evidence', params, search: evidence })}
    </nav>
  )
}
