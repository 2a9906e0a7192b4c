import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { preparationQuery } from '../../data/queries/system.ts'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './LiveBanner.module.css'

/** Shows how many junctions of the demonstration are made until all are; then the page reads everything again. */
export function PreparationBanner() {
  const t = useTexts('common', 'shell')
  const { data: preparation } = useQuery({ ...preparationQuery(), enabled: consoleSettings().demonstration })
  const client = useQueryClient()
  const isPreparing = !!preparation
  useEffect(() => (isPreparing ? () => void client.invalidateQueries() : undefined), [isPreparing, client])
  if (!preparation || preparation.total === 0) return null
  const { done, total } = preparation
  return (
    <div className={styles.banner} role="status">
      {t('preparing', { done, total })}
    </div>
  )
}
