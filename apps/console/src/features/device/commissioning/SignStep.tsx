import {
  type ConnectionFacts,
  LONGEST_COMMISSIONING_NAME,
  LONGEST_COMMISSIONING_NOTE,
} from '@greenwave/contract/records/commissioning'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { useSession } from '../../../data/session.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import styles from './Commissioning.module.css'
import { type StepProps, StepTag } from './StepTag.tsx'

interface SignStepProps extends StepProps {
  readonly customer: string | null
  readonly onAssign: () => void
  /** Names of the steps that are not done. */
  readonly open: readonly string[]
  readonly facts: ConnectionFacts
}

/** Assigns the junction, and signs what was found. A signature says also what was left open. */
export function SignStep({ record, customer, onAssign, open, facts, onStep }: SignStepProps) {
  const t = useTexts('admin', 'commissioning')
  const session = useSession()
  const email = session.state === 'signedIn' ? session.user.email : ''
  const [name, setName] = useState('')
  const [note, setNote] = useState('')
  const saving = useMutation({
    mutationFn: () =>
      onStep((now, mark) => ({
        ...now,
        signed: { ...mark, name: name.trim() || email, note: note.trim(), facts },
      })),
  })
  const again = useMutation({ mutationFn: () => onStep((_, mark) => ({ begun: mark, lamps: {} })) })
  const error = saving.error ?? again.error
  const signed = record?.signed
  return (
    <Card title={t('sign.title')} tags={<StepTag isDone={signed !== undefined} />}>
      <p className={styles.hint}>{customer ? t('sign.assignedTo', { customer }) : t('sign.unassigned')}</p>
      {signed ? (
        <>
          <p>{t('sign.signedBy', { name: signed.name, time: dateText(signed.at) })}</p>
          <div className={styles.actions}>
            <Button onClick={() => window.print()}>{t('sign.print')}</Button>
            <Button variant="default" onClick={onAssign}>
              {t('sign.assign')}
            </Button>
            <Button variant="subtle" loading={again.isPending} onClick={() => again.mutate()}>
              {t('sign.again')}
            </Button>
          </div>
        </>
      ) : (
        <>
          {open.length > 0 && <p className={styles.reason}>{t('sign.open', { steps: open.join(', ') })}</p>}
          <div className={styles.fields}>
            <TextInput
              label={t('sign.name')}
              placeholder={email}
              value={name}
              maxLength={LONGEST_COMMISSIONING_NAME}
              autoComplete="name"
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Textarea
              label={t('sign.note')}
              value={note}
              maxLength={LONGEST_COMMISSIONING_NOTE}
              rows={2}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </div>
          <div className={styles.actions}>
            <Button loading={saving.isPending} onClick={() => saving.mutate()}>
              {t('sign.sign')}
            </Button>
            <Button variant="default" onClick={onAssign}>
              {t('sign.assign')}
            </Button>
          </div>
        </>
      )}
      {error && <ErrorText>{errorText(error, t('saveFailed'))}</ErrorText>}
    </Card>
  )
}
