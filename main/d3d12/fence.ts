/** ID3D12Fence: what the app signals and waits on; the kernel monitors its value (GP-13). */
import { MonitoredFence } from '../dxgkrnl/vidsch/monitored-fence'

/** Its value only ever grows. */
export class Fence extends MonitoredFence {}
