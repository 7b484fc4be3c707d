import { availableParallelism, hostname, userInfo } from 'node:os';

/** Slurm knows a machine by the first part of its name. */
export const node = hostname().split('.')[0]!;

export interface SlurmPlan {
  plugins: string;
  /** Folder of the state and of everything else that Slurm writes. */
  folder: string;
  ports: { controller: number; worker: number };
  mungeSocket: string;
  jwtKey: string;
}

/**
 * Returns settings for one node that is controller and worker. They are the defaults, except for control groups and for
 * settings that make short jobs wait.
 */
export function slurmConf({ plugins, folder, ports, mungeSocket, jwtKey }: SlurmPlan): string {
  const user = userInfo().username;
  const settings = {
    ClusterName: 'bench',
    SlurmctldHost: `${node}(127.0.0.1)`,
    SlurmUser: user,
    SlurmdUser: user,
    SlurmctldPort: ports.controller,
    SlurmdPort: ports.worker,
    PluginDir: plugins,
    PlugStackConfig: `${folder}/plugstack.conf`,
    StateSaveLocation: `${folder}/state`,
    SlurmdSpoolDir: `${folder}/spool`,
    SlurmctldPidFile: `${folder}/slurmctld.pid`,
    SlurmdPidFile: `${folder}/slurmd.pid`,
    AuthType: 'auth/munge',
    AuthInfo: `socket=${mungeSocket}`,
    CredType: 'cred/munge',
    AuthAltTypes: 'auth/jwt',
    AuthAltParameters: `jwt_key=${jwtKey}`,
    ProctrackType: 'proctrack/linuxproc',
    TaskPlugin: 'task/none',
    SelectType: 'select/cons_tres',
    SelectTypeParameters: 'CR_CPU',
    // With the defaults, two such short jobs start every 3 s: batch jobs wait that long for a pass of the scheduler.
    // Without an epilog, which most sites have, a job that ends immediately does not trigger a pass.
    SchedulerParameters: 'batch_sched_delay=0',
    Epilog: '/bin/true',
    // The default of 10,000 is less than a minute of submissions.
    MaxJobCount: 1_000_000,
    NodeName: `${node} NodeAddr=127.0.0.1 CPUs=${availableParallelism()} State=UNKNOWN`,
    PartitionName: 'bench Nodes=ALL Default=YES MaxTime=INFINITE State=UP',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
