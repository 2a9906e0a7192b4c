import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PastAddress } from '../../features/past/model/pastAddress.ts'
import { PastIncidents } from '../../features/past/PastIncidents.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import list from '../../ui/lists/ListPage.module.css'
import { usePageTitle } from '../../ui/page/usePageTitle.ts'

/** The page of what is wrong: so far, of what was. */
export function NowRoute() {
  const t = useTexts('past')
  const address = useSearch({ from: '/shell/now' })
  const navigate = useNavigate({ from: '/now' })
  usePageTitle(t('title'))
  const change = (part: Partial<PastAddress>, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...part }), replace })
  return (
    <div className={list.page}>
      <header className={list.header}>
        <h1>{t('title')}</h1>
      </header>
      <PastIncidents address={address} onAddress={change} />
    </div>
  )
}
