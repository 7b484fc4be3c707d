{{/* The policy of one component, made from its row: (dict "root" $ "name" … "row" …). */}}
{{- define "rotamer.networkPolicy" -}}
{{- $root := .root }}
{{- $policy := $root.Values.networkPolicy }}
{{- $row := .row }}
{{- $name := .name }}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: rotamer-{{ $name }}
  namespace: {{ $row.namespace | default $root.Release.Namespace }}
  labels: {{- include "rotamer.labels" (dict "root" $root "component" "network") | nindent 4 }}
spec:
  podSelector:
    matchLabels: {{- include "rotamer.selector" (dict "root" $root "component" $name) | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- if $row.grpc }}
    - ports: [{ port: 9000, protocol: TCP }]
      from:
        {{- range include "rotamer.callersOf" (dict "root" $root "name" $name "row" $row) | fromJsonArray }}
        - {{ include "rotamer.peer" (dict "root" $root "component" .) | nindent 10 | trim }}
        {{- end }}
    {{- end }}
    {{- if $row.behindGateway }}
    - ports: [{ port: 8080, protocol: TCP }]
      from:
        - {{ include "rotamer.peer" (dict "root" $root "component" "gateway") | nindent 10 | trim }}
    {{- else if $row.http }}
    - ports: [{ port: 8080, protocol: TCP }]
      {{- with $policy.http.from }}
      from:
        {{- toYaml . | nindent 8 }}
        - {{ include "rotamer.peer" (dict "root" $root "component" "test") | nindent 10 | trim }}
        - {{ include "rotamer.peer" (dict "root" $root "component" "compat") | nindent 10 | trim }}
        - {{ include "rotamer.peer" (dict "root" $root "component" "console") | nindent 10 | trim }}
      {{- end }}
    {{- end }}
    {{- if and $policy.metrics.from (or (hasKey $root.Values.services $name) $row.metrics) }}
    - ports: [{ port: 9464, protocol: TCP }]
      from: {{- toYaml $policy.metrics.from | nindent 8 }}
    {{- end }}
  egress:
    {{- include "rotamer.egress" $policy.dns | nindent 4 }}
    {{- range $row.calls }}
    - ports: [{ port: 9000, protocol: TCP }]
      to:
        - {{ include "rotamer.peer" (dict "root" $root "component" . "from" $row.namespace) | nindent 10 | trim }}
    {{- end }}
    {{- if $row.gateway }}
    - ports: [{ port: 8080, protocol: TCP }]
      to:
        - {{ include "rotamer.peer" (dict "root" $root "component" "gateway") | nindent 10 | trim }}
    {{- end }}
    {{- if or $row.database (and $row.bus (not $root.Values.bus.kafka.brokers)) }}
    {{- include "rotamer.egress" $policy.postgres | nindent 4 }}
    {{- end }}
    {{- if and $row.bus $root.Values.bus.kafka.brokers }}
    {{- include "rotamer.egress" $policy.kafka | nindent 4 }}
    {{- end }}
    {{- if $row.blobs }}
    {{- include "rotamer.egress" $policy.blobs | nindent 4 }}
    {{- end }}
    {{- if $row.mails }}
    {{- include "rotamer.egress" $policy.smtp | nindent 4 }}
    {{- end }}
    {{- if $row.webhooks }}
    {{- include "rotamer.egress" $policy.webhooks | nindent 4 }}
    {{- end }}
    {{- if eq $name "gateway" }}
    - ports: [{ port: 8080, protocol: TCP }]
      to:
        - {{ include "rotamer.peer" (dict "root" $root "component" "console") | nindent 10 | trim }}
    {{- include "rotamer.egress" $policy.oidc | nindent 4 }}
    {{- end }}
    {{- if $row.api }}
    {{- include "rotamer.egress" $policy.kubernetesApi | nindent 4 }}
    {{- end }}
    {{- if and $root.Values.telemetry.otlpEndpoint (hasKey $root.Values.services $name) }}
    {{- include "rotamer.egress" $policy.telemetry | nindent 4 }}
    {{- end }}
{{- end }}

{{/* Without peers nothing is reached: an empty list would mean everyone. */}}
{{- define "rotamer.egress" -}}
{{- if .to }}
- to: {{- toYaml .to | nindent 4 }}
  ports:
    {{- range .ports }}
    - { port: {{ . }}, protocol: TCP }
    {{- if eq (int .) 53 }}
    - { port: 53, protocol: UDP }
    {{- end }}
    {{- end }}
{{- end }}
{{- end }}

{{/* The components that may call a service, as in its ROTAMER_CALLERS. */}}
{{- define "rotamer.callersOf" -}}
{{- $callers := list }}
{{- range $other, $row := .root.Values.services }}{{ if has $.name $row.calls }}{{ $callers = append $callers $other }}{{ end }}{{ end }}
{{- if .row.operated }}{{ $callers = concat $callers (list "operator") }}{{ if .root.Values.bootstrap.enabled }}{{ $callers = append $callers "bootstrap" }}{{ end }}{{ end }}
{{- if and .row.leases .root.Values.toolPods.enabled }}{{ $callers = concat $callers (list "tool-pods" "attempt") }}{{ end }}
{{- toJson $callers }}
{{- end }}

{{/* A component of this release; tool pods may be in a namespace of their own. */}}
{{- define "rotamer.peer" -}}
podSelector:
  matchLabels: {{- include "rotamer.selector" . | nindent 4 }}
{{- $elsewhere := "" }}
{{- if and (eq .component "attempt") .root.Values.toolPods.enabled }}{{ $elsewhere = .root.Values.toolPods.namespace }}{{ end }}
{{- if and .from (ne .from .root.Release.Namespace) }}{{ $elsewhere = .root.Release.Namespace }}{{ end }}
{{- with $elsewhere }}
namespaceSelector:
  matchLabels: { kubernetes.io/metadata.name: {{ . }} }
{{- end }}
{{- end }}
