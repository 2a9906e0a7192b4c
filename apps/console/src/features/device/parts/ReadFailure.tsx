import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { errorText } from '../../../data/errorText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'

const failureOf = ({ shared, readError }: DeviceState) => (shared === undefined ? readError : undefined)

/** Shows why the settings of a device could not be read, until they are known. */
export function ReadFailure({ deviceId }: { deviceId: string }) {
  const t = useTexts('device')
  const error = useDevice(deviceId, failureOf)
  return error !== undefined && <ErrorText>{errorText(error, t('failedToLoadInfo'))}</ErrorText>
}
