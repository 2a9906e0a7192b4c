import { type ApiKeyInfo, MAX_API_KEYS } from '@greenwave/contract/wire/apiKeys'
import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { apiKeysQuery, deleteApiKeyMutation } from '../../../data/queries/apiKeys.ts'
import { isGreenwaveQuery } from '../../../data/queries/system.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { DialogSlot } from '../../../ui/dialogs/DialogSlot.tsx'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import styles from './AccountSection.module.css'
import { NewApiKeyDialog } from './NewApiKeyDialog.tsx'

const NEW = { what: 'a new key' } as const

/** Lists the user's own API keys, which can be created and deleted. Shows nothing on other platforms. */
export function OwnApiKeys({ userId }: { readonly userId: string }) {
  const t = useTexts('admin', 'apiKeys')
  const isEmbedded = useQuery(isGreenwaveQuery()).data === true
  const { data: keys } = useQuery({ ...apiKeysQuery(userId), enabled: isEmbedded })
  const removal = useMutation(deleteApiKeyMutation)
  const [adding, setAdding] = useState<typeof NEW | null>(null)
  const [removed, setRemoved] = useState<ApiKeyInfo | null>(null)
  const heading = useId()
  if (!keys) return null
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{t('title')}</h2>
      <Text c="dimmed">{t('why')}</Text>
      {keys.length > 0 && (
        <ul className={styles.list} aria-label={t('title')}>
          {keys.map((key) => (
            <li key={key.id.id} className={styles.row}>
              <div>
                <div className={styles.name}>
                  {key.description} {key.expired && <StatusTag tone="mute">{t('expired')}</StatusTag>}
                </div>
                <Text c="dimmed" size="sm">
                  {t('dates', { created: dateText(key.createdTime), expires: dateText(key.expirationTime) })}
                </Text>
              </div>
              <Button
                variant="default"
                aria-label={t('deleteOne', { name: key.description })}
                onClick={() => setRemoved(key)}
              >
                {t('delete')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        {keys.length >= MAX_API_KEYS && (
          <Text c="dimmed" mr="auto">
            {t('full', { max: MAX_API_KEYS })}
          </Text>
        )}
        <Button variant="default" disabled={keys.length >= MAX_API_KEYS} onClick={() => setAdding(NEW)}>
          {t('create')}
        </Button>
      </div>
      <DialogSlot
        subject={adding}
        render={(_, opened) => <NewApiKeyDialog userId={userId} opened={opened} onClose={() => setAdding(null)} />}
      />
      <DialogSlot
        subject={removed}
        render={(key, opened) => (
          <ConfirmDialog
            opened={opened}
            title={t('deleteTitle')}
            submitting={removal.isPending}
            error={removal.error ? errorText(removal.error, t('deleteFailed')) : undefined}
            onConfirm={() =>
              removal.mutateAsync(key.id.id).then(() => {
                notifySuccess(t('deleted'))
                setRemoved(null)
              })
            }
            onClose={() => setRemoved(null)}
          >
            <Text style={{ overflowWrap: 'anywhere' }}>{t('deleteQuestion', { name: key.description })}</Text>
          </ConfirmDialog>
        )}
      />
    </section>
  )
}
