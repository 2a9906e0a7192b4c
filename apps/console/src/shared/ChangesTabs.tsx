import { useSession } from '../data/session.ts'
import { useTexts } from '../texts/useTexts.ts'
import { PageTab, PageTabs } from '../ui/page/PageTabs.tsx'

/** The tabs of what was and is to be changed: log, many junctions, comparison, files; those of a junction open with it. */
export function ChangesTabs({ junction }: { readonly junction?: string | undefined }) {
  const t = useTexts('settings', 'changes')
  const session = useSession()
  const isTenantAdmin = session.state === 'signedIn' && session.isTenantAdmin
  const sides = junction === undefined ? {} : { left: `${junction}.now`, right: `${junction}.reported` }
  return (
    <PageTabs label={t('title')}>
      <PageTab to="/changes" search={{ junction }}>
        {t('tabs.log')}
      </PageTab>
      {isTenantAdmin && <PageTab to="/rollouts">{t('tabs.many')}</PageTab>}
      {isTenantAdmin && <PageTab to="/calendar">{t('tabs.calendar')}</PageTab>}
      <PageTab to="/changes/works" search={{ junction }}>
        {t('tabs.works')}
      </PageTab>
      <PageTab to="/changes/compare" search={sides}>
        {t('compare')}
      </PageTab>
      <PageTab to="/files/settings" search={{ junction }}>
        {t('tabs.files')}
      </PageTab>
    </PageTabs>
  )
}
