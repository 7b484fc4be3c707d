import { type ChannelOptions, connectivityState, experimental } from '@grpc/grpc-js';

const { ChildLoadBalancerHandler, createChildChannelControlHelper, parseLoadBalancingConfig, QueuePicker } =
  experimental;
const { CONNECTING, READY, TRANSIENT_FAILURE } = connectivityState;

const NAME = 'patient_round_robin';

/** Returns a load balancing config for a channel. Calls wait this long for the next connection after the last one was lost. */
export const patientRoundRobin = (patienceMs: number) => ({ [NAME]: { patienceMs } });

/**
 * Round robin over all replicas that tolerates a short time without any. When the only replica is replaced, its address
 * refuses connections a few milliseconds before its name has been looked up again. Plain round robin then fails every
 * call that arrives or waits in between, although the next replica is ready. Once `patienceMs` is over, calls fail at once
 * until there is a connection again.
 */
class PatientRoundRobin implements experimental.LoadBalancer {
  readonly #replicas: experimental.ChildLoadBalancerHandler;
  #patienceMs = 0;
  /** Set while calls wait for a connection. */
  #patience: NodeJS.Timeout | undefined;

  constructor(channel: experimental.ChannelControlHelper) {
    let connected = false;
    let fail = () => {};
    const stopWaiting = () => {
      clearTimeout(this.#patience);
      this.#patience = undefined;
      fail();
    };
    const helper = createChildChannelControlHelper(channel, {
      updateState: (state, picker, error) => {
        fail = () => {};
        if (state === READY) stopWaiting();
        else if (connected) this.#patience = setTimeout(stopWaiting, this.#patienceMs).unref();
        connected = state === READY;
        const update = () => channel.updateState(state, picker, error);
        if (state !== TRANSIENT_FAILURE || this.#patience === undefined) return update();
        fail = update;
        channel.updateState(CONNECTING, new QueuePicker(this), null);
      },
    });
    this.#replicas = new ChildLoadBalancerHandler(helper);
  }

  updateAddressList(
    endpoints: Parameters<experimental.LoadBalancer['updateAddressList']>[0],
    config: experimental.TypedLoadBalancingConfig,
    options: ChannelOptions,
    note: string,
  ): boolean {
    this.#patienceMs = (config as Settings).patienceMs;
    return this.#replicas.updateAddressList(endpoints, parseLoadBalancingConfig({ round_robin: {} }), options, note);
  }

  exitIdle(): void {
    this.#replicas.exitIdle();
  }

  resetBackoff(): void {
    this.#replicas.resetBackoff();
  }

  destroy(): void {
    clearTimeout(this.#patience);
    this.#replicas.destroy();
  }

  getTypeName(): string {
    return NAME;
  }
}

class Settings implements experimental.TypedLoadBalancingConfig {
  readonly patienceMs: number;

  constructor(patienceMs: number) {
    this.patienceMs = patienceMs;
  }

  static createFromJson({ patienceMs }: { patienceMs: number }): Settings {
    return new Settings(patienceMs);
  }

  getLoadBalancerName(): string {
    return NAME;
  }

  toJsonObject(): object {
    return patientRoundRobin(this.patienceMs);
  }
}

experimental.registerLoadBalancerType(NAME, PatientRoundRobin, Settings);
