{{/* A variable from a Secret: (list "NAME" "secret" "key" optional?). */}}
{{- define "rotamer.secretEnv" -}}
- name: {{ index . 0 }}
  valueFrom: { secretKeyRef: { name: {{ index . 1 }}, key: {{ index . 2 }}{{ if gt (len .) 3 }}, optional: true{{ end }} } }
{{- end }}

{{- define "rotamer.env" -}}
- name: {{ index . 0 }}
  value: {{ index . 1 | toString | quote }}
{{- end }}

{{/* The settings of a row: (dict "root" $ "row" $row). */}}
{{- define "rotamer.environment" -}}
{{- $v := .root.Values }}
{{- $row := .row }}
{{- $tokens := $v.secrets.tokens.name }}
{{- $connections := $v.secrets.connections }}
{{ include "rotamer.env" (list "ROTAMER_PUBLIC_URL" $v.publicUrl) }}
{{ include "rotamer.env" (list "ROTAMER_HEALTH_LISTEN" "0.0.0.0:9001") }}
{{ include "rotamer.env" (list "ROTAMER_METRICS_LISTEN" "0.0.0.0:9464") }}
{{- with $v.telemetry.otlpEndpoint }}
{{ include "rotamer.env" (list "OTEL_EXPORTER_OTLP_ENDPOINT" .) }}
{{- end }}
{{- if $row.grpc }}
{{ include "rotamer.env" (list "ROTAMER_LISTEN" "0.0.0.0:9000") }}
{{- $callers := list }}
{{- range $name, $other := $v.services }}{{ if has $row.name $other.calls }}{{ $callers = append $callers $name }}{{ end }}{{ end }}
{{- if $row.leases }}{{ $callers = append $callers "attempt" }}{{ end }}
{{- $callers = append $callers "operator" }}
{{- $entries := list }}
{{- range $callers }}
{{ include "rotamer.secretEnv" (list (printf "CALLER_%s" (upper .)) $tokens (printf "%s-token-sha256" .)) }}
{{- $entries = append $entries (printf "%s:$(CALLER_%s)" . (upper .)) }}
{{- end }}
{{ include "rotamer.env" (list "ROTAMER_CALLERS" (join "," $entries)) }}
{{- end }}
{{- if $row.http }}
{{ include "rotamer.env" (list "ROTAMER_HTTP_LISTEN" "0.0.0.0:8080") }}
{{- end }}
{{- if $row.gateway }}
{{ include "rotamer.env" (list "ROTAMER_GATEWAY_URL" "http://gateway-http") }}
{{- else if $row.http }}
{{ include "rotamer.env" (list "ROTAMER_MAX_GATEWAYS" (include "rotamer.mostReplicas" $row)) }}
{{- end }}
{{- if $row.calls }}
{{ include "rotamer.secretEnv" (list "ROTAMER_SERVICE_TOKEN" $tokens (printf "%s-token" $row.name)) }}
{{- end }}
{{- range $row.calls }}
{{ include "rotamer.env" (list (printf "ROTAMER_%s_ADDRESS" (upper .)) (printf "%s:9000" .)) }}
{{- end }}
{{- if $row.database }}
{{ include "rotamer.secretEnv" (list "ROTAMER_POSTGRES_URL" $connections (printf "%s-postgres-url" $row.name)) }}
{{- end }}
{{- if $row.bus }}
{{ include "rotamer.busEnvironment" .root }}
{{- end }}
{{- if eq (toString $row.blobs) "true" }}
{{ include "rotamer.s3Environment" (dict "root" .root "owner" $row.name) }}
{{- end }}
{{- if $row.shares }}
{{ include "rotamer.secretEnv" (list "ROTAMER_SHARE_SECRET" $tokens "share-secret") }}
{{- end }}
{{- if $row.leases }}
{{ include "rotamer.secretEnv" (list "ROTAMER_LEASE_SECRET" $tokens "lease-secret") }}
{{- end }}
{{- if $row.webhooks }}
{{ include "rotamer.secretEnv" (list "ROTAMER_WEBHOOK_SECRET" $tokens "webhook-secret") }}
{{- end }}
{{- if eq $row.name "gateway" }}
{{ include "rotamer.env" (list "ROTAMER_CONSOLE_URL" "http://console-http") }}
{{ include "rotamer.secretEnv" (list "ROTAMER_OIDC_PROVIDERS" $connections "oidc-providers" true) }}
{{- end }}
{{- if $row.mails }}
{{ include "rotamer.secretEnv" (list "ROTAMER_SMTP_URL" $connections "smtp-url" true) }}
{{- end }}
{{ include "rotamer.tlsEnvironment" .root }}
{{- if and (eq (toString $row.blobs) "folder") $v.toolPods.enabled (not (hasKey $row.env "ROTAMER_EXECUTOR")) }}
{{ include "rotamer.env" (list "ROTAMER_EXECUTOR" "process") }}
{{- end }}
{{- range $name, $value := $row.env }}
{{ include "rotamer.env" (list $name $value) }}
{{- end }}
{{- end }}

{{- define "rotamer.mostReplicas" -}}
{{- if .autoscaling.enabled }}{{ .autoscaling.max }}{{ else }}{{ max 3 (int .replicas) }}{{ end }}
{{- end }}

{{- define "rotamer.busEnvironment" -}}
{{- $connections := .Values.secrets.connections }}
{{- with .Values.bus.kafka }}
{{- if .brokers }}
{{ include "rotamer.env" (list "ROTAMER_KAFKA_BROKERS" .brokers) }}
{{ include "rotamer.env" (list "ROTAMER_KAFKA_SSL" .ssl) }}
{{ include "rotamer.env" (list "ROTAMER_KAFKA_TOPIC_PREFIX" .topicPrefix) }}
{{- if .saslMechanism }}
{{ include "rotamer.env" (list "ROTAMER_KAFKA_SASL_MECHANISM" .saslMechanism) }}
{{ include "rotamer.secretEnv" (list "ROTAMER_KAFKA_SASL_USERNAME" $connections "kafka-username") }}
{{ include "rotamer.secretEnv" (list "ROTAMER_KAFKA_SASL_PASSWORD" $connections "kafka-password") }}
{{- end }}
{{- else }}
{{ include "rotamer.secretEnv" (list "ROTAMER_BUS_URL" $connections "bus-url") }}
{{- end }}
{{- end }}
{{- end }}

{{/*
(dict "root" $ "owner" "jobs"): the store, with the keys of a service or of the operator. Keys are optional: where the cloud
gives roles to pods there are none.
*/}}
{{- define "rotamer.s3Environment" -}}
{{- $connections := .root.Values.secrets.connections }}
{{- $prefix := ternary "" (printf "%s-" .owner) (eq .root.Values.s3.credentials "shared") }}
{{- with .root.Values.s3 }}
{{- if .endpoint }}
{{ include "rotamer.env" (list "ROTAMER_S3_ENDPOINT" .endpoint) }}
{{- end }}
{{- if .publicEndpoint }}
{{ include "rotamer.env" (list "ROTAMER_S3_PUBLIC_ENDPOINT" .publicEndpoint) }}
{{- end }}
{{ include "rotamer.env" (list "ROTAMER_S3_REGION" .region) }}
{{ include "rotamer.env" (list "ROTAMER_S3_BUCKET" .bucket) }}
{{ include "rotamer.secretEnv" (list "ROTAMER_S3_ACCESS_KEY_ID" $connections (printf "%ss3-access-key-id" $prefix) true) }}
{{ include "rotamer.secretEnv" (list "ROTAMER_S3_SECRET_ACCESS_KEY" $connections (printf "%ss3-secret-access-key" $prefix) true) }}
{{- end }}
{{- end }}

{{- define "rotamer.tlsEnvironment" -}}
{{- if ne .Values.tls.mode "none" }}
{{ include "rotamer.env" (list "ROTAMER_GRPC_TLS_CA" "/etc/rotamer/tls/ca.crt") }}
{{ include "rotamer.env" (list "ROTAMER_GRPC_TLS_CERT" "/etc/rotamer/tls/tls.crt") }}
{{ include "rotamer.env" (list "ROTAMER_GRPC_TLS_KEY" "/etc/rotamer/tls/tls.key") }}
{{- end }}
{{- end }}

{{/* What the admin commands need: addresses, the operator's token, and the ports of bus and blobs. */}}
{{- define "rotamer.operatorEnvironment" -}}
{{ include "rotamer.secretEnv" (list "ROTAMER_SERVICE_TOKEN" .Values.secrets.tokens.name "operator-token") }}
{{- range $name, $row := .Values.services }}
{{- if $row.operated }}
{{ include "rotamer.env" (list (printf "ROTAMER_%s_ADDRESS" (upper $name)) (printf "%s:9000" $name)) }}
{{- end }}
{{- end }}
{{ include "rotamer.busEnvironment" . }}
{{ include "rotamer.s3Environment" (dict "root" . "owner" "operator") }}
{{ include "rotamer.tlsEnvironment" . }}
{{- end }}
