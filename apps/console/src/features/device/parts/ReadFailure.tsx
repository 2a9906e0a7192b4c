import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { errorText } from '../../../data/errorText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'

const failureOf = ({ shared, readError }: DeviceState) => (shared === undefined ? readError : undefined)

/** What reading the settings of a device failed with, while they are not known. */
export function ReadFailure({ deviceId }: { deviceId: string }) {
  const t = useTexts('device')
  const error = useDevice(deviceId, failureOf)
  return error !== undefined && <ErrorText>{errorText(error, t('failedToLoadInfo'))}</ErrorText>
}
