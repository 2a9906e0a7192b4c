import type { ControllerAttempts } from '@greenwave/contract/wire/attempts'
import type { DeviceCredentials } from '@greenwave/contract/wire/credentials'
import { MqttBasicValue } from '@greenwave/contract/wire/credentials'
import { parsedJson } from '@greenwave/contract/jsonValue'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { credentialsQuery } from '../../../data/queries/deviceEdits.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { QrCode } from '../../../ui/page/QrCode.tsx'
import { copyText, useHighlight } from '../../../ui/page/useHighlight.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { SkeletonRows } from '../../../ui/states/Skeletons.tsx'
import styles from './Commissioning.module.css'

interface AccessStepProps {
  readonly deviceId: string
  readonly attempts: ControllerAttempts | null | undefined
}

/** Everything that a controller needs to connect. The password comes on request, and nowhere else of this page. */
export function AccessStep({ deviceId, attempts }: AccessStepProps) {
  const t = useTexts('admin', 'commissioning')
  const [shown, setShown] = useState(false)
  return (
    <Card
      title={t('access.title')}
      actions={
        <Button variant="default" size="compact-sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'access.hide' : 'access.show')}
        </Button>
      }
    >
      <p className={styles.hint}>{t('access.hint')}</p>
      {shown && <Access deviceId={deviceId} attempts={attempts} />}
    </Card>
  )
}

function Access({ deviceId, attempts }: AccessStepProps) {
  const t = useTexts('admin', 'commissioning')
  const [copied, markCopied] = useHighlight()
  const query = useQuery(credentialsQuery(deviceId))
  if (query.error) return <ErrorText>{errorText(query.error, t('access.failed'))}</ErrorText>
  if (!query.data || attempts === undefined) return <SkeletonRows rows={3} />
  const login = loginOf(query.data)
  const { mqtt = null, mqtts = null } = attempts?.listens ?? {}
  const host = location.hostname
  const port = mqtts ?? mqtt
  const isTls = mqtts !== null
  const line = publishLine({ host, port: port ?? 1883, isTls, ...login })
  const rows = [
    [t('access.host'), host],
    [t('access.port'), port === null ? t('access.portUnknown') : String(port)],
    [t('access.tls'), port === null ? '–' : t(isTls ? 'access.yes' : 'access.no')],
    [t('access.clientId'), login.clientId || t('access.any')],
    [t('access.userName'), login.userName],
    [t('access.password'), login.password],
  ] as const
  const code = JSON.stringify({ host, port: port ?? 1883, tls: isTls, ...login })
  return (
    <div className={styles.access}>
      <QrCode className={styles.code} text={code} label={t('access.code')} />
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={styles.typed}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.line}>
        <h3>{t('access.try')}</h3>
        <pre className={styles.command}>{line}</pre>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => void copyText(line).then((isCopied) => isCopied && markCopied())}
        >
          {t(copied ? 'access.copied' : 'access.copy')}
        </Button>
      </div>
    </div>
  )
}

interface Login {
  readonly clientId: string
  readonly userName: string
  readonly password: string
}

/** Returns the names and the password of credentials; an access token is the user name. */
function loginOf({ credentialsType, credentialsId, credentialsValue }: DeviceCredentials): Login {
  if (credentialsType === 'ACCESS_TOKEN') return { clientId: '', userName: credentialsId, password: '' }
  const { data } = MqttBasicValue.safeParse(parsedJson(credentialsValue ?? ''))
  return { clientId: data?.clientId ?? '', userName: data?.userName ?? '', password: data?.password ?? '' }
}

/** Quotes a word for a shell. */
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/** Returns a command that publishes one second as the controller would. */
export function publishLine(to: Login & { host: string; port: number; isTls: boolean }): string {
  const { host, port, isTls, clientId, userName, password } = to
  return [
    `mosquitto_pub -h ${host} -p ${port}${isTls ? ' --cafile ca.pem' : ''}`,
    ...(clientId === '' ? [] : [`-i ${quoted(clientId)}`]),
    ...(userName === '' ? [] : [`-u ${quoted(userName)}`]),
    ...(password === '' ? [] : [`-P ${quoted(password)}`]),
    `-q 1 -t v1/devices/me/telemetry -m '{"T_X1":10,"T_D2":13,"T_D3":26}'`,
  ].join(' ')
}
