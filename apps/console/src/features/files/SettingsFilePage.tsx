import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useChosenJunctions } from '../../data/chosenJunctions.ts'
import { namedJunctionsQuery } from '../../data/fleet/junctionQueries.ts'
import { ChangesTabs } from '../../shared/ChangesTabs.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import { Card } from '../../ui/page/Card.tsx'
import { ReadingPage } from '../../ui/page/ReadingPage.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { ExportSettings } from './parts/ExportSettings.tsx'
import styles from './parts/Files.module.css'
import { ImportSettings, type RenderSend } from './parts/ImportSettings.tsx'

/** Properties of `SettingsFilePage`. */
export interface SettingsFilePageProps {
  /** The junction whose settings are exported; without it those that are chosen, or else all. */
  readonly junction: string | undefined
  /** Left out for users who may only watch. */
  readonly renderSend: RenderSend | undefined
}

/** Settings of junctions out of the platform as files, and in again. */
export function SettingsFilePage({ junction, renderSend }: SettingsFilePageProps) {
  const t = useTexts('admin', 'files')
  usePageTitle(t('settings.title'))
  const chosen = useChosenJunctions()
  const ids = useMemo(() => (junction === undefined ? chosen : [junction]), [junction, chosen])
  const one = useQuery({ ...namedJunctionsQuery(ids), enabled: junction !== undefined }).data?.get(junction ?? '')
  const isAll = ids.length === 0
  return (
    <ReadingPage
      title={t('settings.title')}
      actions={
        junction !== undefined && (
          <Link to="/devices/$deviceId" params={{ deviceId: junction }}>
            {one?.label ?? '…'}
          </Link>
        )
      }
    >
      <ChangesTabs junction={junction} />
      <Card title={t('export')}>
        <div className={styles.fields}>
          <b>
            {junction !== undefined
              ? t('settings.ofOne', { junction: one?.label ?? '…' })
              : isAll
                ? t('settings.ofAll')
                : t('settings.ofChosen', { count: ids.length })}
          </b>
          <p className={styles.hint}>{t('settings.what')}</p>
          <ExportSettings key={ids.join()} ids={isAll ? 'all' : ids} about={one?.name} />
        </div>
      </Card>
      {renderSend && <ImportSettings renderSend={renderSend} />}
    </ReadingPage>
  )
}
