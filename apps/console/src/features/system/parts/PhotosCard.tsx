import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteUnusedPhotosMutation, unusedPhotosQuery } from '../../../data/queries/installation.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { DialogSlot } from '../../../ui/dialogs/DialogSlot.tsx'
import { DeleteDialog } from '../../../ui/dialogs/QuestionDialog.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { useNumberText } from '../../../ui/states/useNumberText.ts'
import styles from './System.module.css'

/** Photos that nothing names any more, and their deletion. */
export function PhotosCard() {
  const t = useTexts('admin', 'photos')
  const number = useNumberText()
  const { data, error, refetch } = useQuery(unusedPhotosQuery())
  const [asked, setAsked] = useState<{ readonly what: string } | null>(null)
  const what = data ? t('unused', { count: data.count, size: number(Math.ceil(data.bytes / 1e5) / 10) }) : ''
  return (
    <Card
      title={t('title')}
      actions={
        data !== undefined &&
        data !== null &&
        data.count > 0 && (
          <Button variant="default" size="xs" onClick={() => setAsked({ what })}>
            {t('delete')}
          </Button>
        )
      }
    >
      {error && <ErrorState compact error={error} fallback={t('loadFailed')} onRetry={() => void refetch()} />}
      {data && <p className={styles.well}>{data.count > 0 ? what : t('none')}</p>}
      <DialogSlot
        subject={asked}
        render={(of, opened) => (
          <DeleteDialog
            texts={t}
            mutation={deleteUnusedPhotosMutation}
            id="unused"
            opened={opened}
            name={of.what}
            consequence={t('deleteConsequence')}
            onClose={() => setAsked(null)}
          />
        )}
      />
    </Card>
  )
}
