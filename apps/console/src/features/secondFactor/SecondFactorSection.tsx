import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { factorSettingsQuery } from '../../data/secondFactor.ts'
import { dateText } from '../../shared/dateText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import { StatusTag } from '../../ui/states/StatusTag.tsx'
import { FactorDialog, type FactorTask } from './dialogs/FactorDialog.tsx'
import { FactorRow } from './parts/FactorRow.tsx'
import styles from './SecondFactorSection.module.css'

/** Shows the user's own second factors. Shows nothing on a platform that does not know these calls. */
export function SecondFactorSection({ account }: { readonly account: string }) {
  const t = useTexts('admin', 'secondFactor')
  const { data } = useQuery(factorSettingsQuery())
  const [task, setTask] = useState<FactorTask | null>(null)
  if (!data) return null
  const { configs, passkeys, recoveryCodesLeft, required, passkeysPossible } = data
  const hasApp = configs.TOTP !== undefined
  const hasFactor = hasApp || passkeys.length > 0

  return (
    <section className={styles.section} aria-labelledby="second-factor">
      <h2 id="second-factor" className={styles.title}>
        {t('account.title')}
      </h2>
      <p className={styles.why}>{t(required ? 'account.required' : 'account.why')}</p>
      <FactorRow
        name={t('account.app')}
        hint={t('account.appHint')}
        tag={<StatusTag tone={hasApp ? 'ok' : 'mute'}>{t(hasApp ? 'account.on' : 'account.off')}</StatusTag>}
        action={
          <Button
            variant="default"
            aria-label={`${t(hasApp ? 'account.removeApp' : 'account.setUpApp')}: ${t('account.app')}`}
            onClick={() => setTask({ kind: hasApp ? 'removeApp' : 'setUpApp' })}
          >
            {t(hasApp ? 'account.removeApp' : 'account.setUpApp')}
          </Button>
        }
      />
      <FactorRow
        name={t('account.passkeys')}
        hint={t(passkeysPossible ? 'account.passkeysHint' : 'account.passkeysNotHere')}
        tag={
          <StatusTag tone={passkeys.length > 0 ? 'ok' : 'mute'}>
            {t(passkeys.length > 0 ? 'account.on' : 'account.off')}
          </StatusTag>
        }
        action={
          passkeysPossible && (
            <Button variant="default" onClick={() => setTask({ kind: 'addPasskey' })}>
              {t('account.addPasskey')}
            </Button>
          )
        }
      >
        {passkeys.length > 0 && (
          <ul className={styles.keys}>
            {passkeys.map((key) => (
              <li key={key.id} className={styles.key}>
                <div>
                  <div className={styles.keyName}>{key.name}</div>
                  <Group gap="xs" className={styles.keyTimes}>
                    <span>{t('account.passkeyAdded', { date: dateText(key.createdTime) })}</span>
                    <span>
                      {key.lastUsedTime === null
                        ? t('account.passkeyUnused')
                        : t('account.passkeyUsed', { date: dateText(key.lastUsedTime) })}
                    </span>
                  </Group>
                </div>
                <Button
                  variant="default"
                  aria-label={t('account.removePasskey', { name: key.name })}
                  onClick={() => setTask({ kind: 'removePasskey', id: key.id, name: key.name })}
                >
                  {t('account.remove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </FactorRow>
      <FactorRow
        name={t('account.recovery')}
        hint={
          hasFactor
            ? recoveryCodesLeft > 0
              ? t('account.recoveryLeft', { count: recoveryCodesLeft })
              : t('account.recoveryNone')
            : t('account.recoveryLater')
        }
        action={
          hasFactor && (
            <Button variant="default" onClick={() => setTask({ kind: 'newCodes' })}>
              {t('account.newCodes')}
            </Button>
          )
        }
      />
      <DialogSlot
        subject={task}
        render={(subject, opened) => (
          <FactorDialog task={subject} account={account} opened={opened} onClose={() => setTask(null)} />
        )}
      />
    </section>
  )
}
