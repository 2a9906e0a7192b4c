import { useQuery } from '@tanstack/react-query'
import { useOfferedActs } from '../data/openJunction.ts'
import { deviceInfoQuery } from '../data/queries/devices.ts'
import { useTexts } from '../texts/useTexts.ts'
import { PageTab, PageTabs } from '../ui/page/PageTabs.tsx'

/** Properties of `JunctionTabs`. */
export interface JunctionTabsProps {
  readonly deviceId: string
  /** True where the page shows the junction live at another address than its own. */
  readonly isLive?: boolean
  /** The second at which the history opens, epoch milliseconds; now without. */
  readonly atMs?: number | undefined
  /** Span of the evidence, epoch milliseconds; the last minutes without. */
  readonly evidence?: { readonly from?: number; readonly until?: number }
}

/** The tabs of a junction: links to its pages, of which one is open. Each of them offers the acts on the junction. */
export function JunctionTabs({ deviceId, isLive = false, atMs, evidence = {} }: JunctionTabsProps) {
  const t = useTexts('device', 'tabs')
  const { data: info } = useQuery(deviceInfoQuery(deviceId))
  useOfferedActs(deviceId, info && (info.label?.trim() || info.name))
  const params = { deviceId }
  return (
    <PageTabs label={t('label')}>
      <PageTab to="/devices/$deviceId" params={params} isOpen={isLive}>
        {t('live')}
      </PageTab>
      <PageTab to="/devices/$deviceId/history" params={params} search={atMs === undefined ? {} : { at: atMs }}>
        {t('history')}
      </PageTab>
      <PageTab to="/changes" search={{ junction: deviceId }}>
        {t('changes')}
      </PageTab>
      <PageTab to="/changes/works" search={{ junction: deviceId }}>
        {t('works')}
      </PageTab>
      <PageTab to="/devices/$deviceId/sheet" params={params}>
        {t('sheet')}
      </PageTab>
      <PageTab to="/devices/$deviceId/evidence" params={params} search={evidence}>
        {t('evidence')}
      </PageTab>
    </PageTabs>
  )
}
