import { useTexts } from '../../../texts/useTexts.ts'
import { PageTab, PageTabs } from '../../../ui/page/PageTabs.tsx'

/** The tabs of what runs along streets: green waves, and green routes. */
export function CorridorTabs() {
  const t = useTexts('corridors')
  const r = useTexts('corridors', 'routes')
  return (
    <PageTabs label={t('title')}>
      <PageTab to="/corridors">{t('tab')}</PageTab>
      <PageTab to="/routes">{r('title')}</PageTab>
    </PageTabs>
  )
}
