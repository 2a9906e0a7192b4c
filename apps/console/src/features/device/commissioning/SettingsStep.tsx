import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDevice } from '../../../data/device/useDevice.ts'
import { errorText } from '../../../data/errorText.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { FindingList } from '../parts/FindingList.tsx'
import styles from './Commissioning.module.css'
import { checkFacts } from './facts.ts'
import { type StepProps, StepTag } from './StepTag.tsx'

/** Names of phases, geometry, displays and the checks of the settings, to look at and to correct. */
export function SettingsStep({
  deviceId,
  record,
  onStep,
  onOpen,
}: StepProps & { readonly onOpen: OpenDialog | undefined }) {
  const t = useTexts('admin', 'commissioning')
  const device = useTexts('device')
  const { names, findings, isSet } = useDevice(deviceId, checkFacts)
  const saving = useMutation({
    mutationFn: () => onStep((now, mark) => ({ ...now, checked: mark })),
  })
  const named = names.flatMap((name, index) => (name ? [`${index + 1} ${name}`] : []))
  return (
    <Card title={t('settings.title')} tags={<StepTag isDone={record?.checked !== undefined} />}>
      <p className={styles.hint}>
        {named.length > 0 ? t('settings.names', { names: named.join(', ') }) : t('settings.noNames')}
      </p>
      {!isSet && <p className={styles.reason}>{t('settings.nothingSet')}</p>}
      {isSet && findings.length === 0 && <p className={styles.hint}>{t('settings.sound')}</p>}
      {isSet && findings.length > 0 && (
        <div className={styles.findings}>
          <FindingList findings={findings} />
        </div>
      )}
      <div className={styles.actions}>
        <Button loading={saving.isPending} onClick={() => saving.mutate()}>
          {t('settings.checked')}
        </Button>
        <Button variant="default" disabled={!onOpen} onClick={() => onOpen?.({ kind: 'site' })}>
          {device('site.title')}
        </Button>
        <Button variant="default" disabled={!onOpen} onClick={() => onOpen?.({ kind: 'displays' })}>
          {t('settings.displays')}
        </Button>
        <Link className={styles.link} to="/devices/$deviceId" params={{ deviceId }}>
          {t('connection.toSettings')}
        </Link>
      </div>
      {record?.checked && (
        <p className={styles.hint}>{t('markOf', { time: dateText(record.checked.at), who: record.checked.by })}</p>
      )}
      {saving.error && <ErrorText>{errorText(saving.error, t('saveFailed'))}</ErrorText>}
    </Card>
  )
}
