/** ID3D12PipelineState, as the driver has it (BP-26): the app gets it of its device, draws with it and gives it back. */
export type { Pipeline as PipelineState } from '../drivers/umd/pipeline-state'
